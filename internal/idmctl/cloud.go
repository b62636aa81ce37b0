package idmctl

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"
)

// certificateLifetime is longer than any simulation.
const certificateLifetime = 365 * 24 * time.Hour

// listenCloud listens with TLS, with a certificate authority that is created for this run. It
// writes the authority's certificate to caFile, so that callers can trust it.
func listenCloud(ctx context.Context, address, caFile string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, cannotListen("--cloud-listen", address, err)
	}
	certificate, ca, err := issue(address)
	if err == nil {
		err = os.WriteFile(caFile, ca, 0o644) //nolint:gosec // a certificate is public
	}
	if err != nil {
		err = fmt.Errorf("--cloud-ca %s: the certificate cannot be written (%w): name another file", caFile, err)
		listener.Close()
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	return tls.NewListener(listener, config), nil
}

// issue creates a server certificate for the loopback names and the host of an address, and returns
// it with the PEM certificate of its authority.
func issue(address string) (tls.Certificate, []byte, error) {
	authority := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "idmctl simulate"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	ca, err := sign(authority, authority, caKey, caKey)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	leaf, err := sign(serverTemplate(address), authority, key, caKey)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	certificate := tls.Certificate{Certificate: [][]byte{leaf, ca}, PrivateKey: key}
	return certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca}), nil
}

func serverTemplate(address string) *x509.Certificate {
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "localhost"},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:    []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		return template
	}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = append(template.IPAddresses, ip)
	} else {
		template.DNSNames = append(template.DNSNames, host)
	}
	return template
}

func sign(template, parent *x509.Certificate, key, signer *ecdsa.PrivateKey) ([]byte, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	template.NotBefore = time.Now().Add(-time.Hour)
	template.NotAfter = time.Now().Add(certificateLifetime)
	return x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
}
