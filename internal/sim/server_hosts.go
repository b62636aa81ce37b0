package sim

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// A page of any site can send requests to this machine, and by a name that it lets point here (DNS
// rebinding) read the answers, too. So a request must name the simulator as its own callers do, and
// come from no page but its own.

// ours refuses a request of another site with 403, and reports whether it may go on.
func (s *Server) ours(w http.ResponseWriter, r *http.Request) bool {
	problem := ""
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case !s.ownHost(r):
		problem = "The host of this request is none of the simulator's; --allow-host adds a name."
	case !s.ownOrigin(r), site != "" && site != "same-origin" && site != "none":
		problem = "The request comes from a page of another origin; --allow-host adds its host."
	}
	if problem == "" {
		return true
	}
	writeReply(w, failed(fail(http.StatusForbidden, codeInvalidParameter, "%s", problem)))
	return false
}

// ownHost reports whether the host that a request names is loopback, the address that it came in
// by, or one that is allowed.
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

// ownOrigin reports whether a request comes from a page of the simulator itself, or of an allowed
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

// hostname is the name in host or host:port, in the one form in which it is compared.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}
