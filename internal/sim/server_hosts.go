package sim

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Any web page can send requests to this machine. With a host name that resolves to it (DNS
// rebinding), the page can also read the responses. So the simulator accepts only requests for its
// own host names, and only from its own pages.

// checkSite refuses a cross-site request with 403, and reports whether processing may continue.
func (s *Server) checkSite(w http.ResponseWriter, r *http.Request) bool {
	problem := ""
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case !s.ownHost(r):
		problem = "The simulator does not serve the host of this request; --allow-host adds a name."
	case !s.ownOrigin(r), site != "" && site != "same-origin" && site != "none":
		problem = "The request comes from a page of another origin; --allow-host adds its host."
	}
	if problem == "" {
		return true
	}
	writeReply(w, failed(fail(http.StatusForbidden, codeInvalidParameter, "%s", problem)))
	return false
}

// ownHost reports whether the host of a request is loopback, the address of the listener, or an
// allowed host.
func (s *Server) ownHost(r *http.Request) bool {
	host := hostname(r.Host)
	if host == "localhost" || s.allowed(host) {
		return true
	}
	ip := net.ParseIP(host)
	if ip == nil {
		return false
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ip.IsLoopback() || local != nil && local.IP.Equal(ip)
}

// ownOrigin reports whether a request comes from a page of the simulator, from a page of an allowed
// host, or from no page.
func (s *Server) ownOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	for _, origin := range origins {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.User != nil || !strings.EqualFold(u.Host, r.Host) && !s.allowed(hostname(u.Host)) {
			return false
		}
	}
	return true
}

func (s *Server) allowed(host string) bool {
	return host != "" && slices.ContainsFunc(s.options.AllowHosts, func(name string) bool { return hostname(name) == host })
}

// hostname returns the normalized name in host or host:port.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
