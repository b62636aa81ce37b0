# A changed certificate replaces this one. The new one is created first, so that the user can always log in.
resource "idm_certificate" "bot" {
  user_ext_id = "u-dev-bot"

  certificate = <<-EOT
    -----BEGIN CERTIFICATE-----
    MIIBmDCCAT+gAwIBAgIUV8drq/YfvUQ6w9aJCGy4gPWPV4swCgYIKoZIzj0EAwIw
    ITEQMA4GA1UEAwwHZGV2LWJvdDENMAsGA1UECgwEQWNtZTAgFw0yNjExMjIwNDI4
    MjJaGA8yMTI2MTAyOTA0MjgyMlowITEQMA4GA1UEAwwHZGV2LWJvdDENMAsGA1UE
    CgwEQWNtZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDhMBXOX0MkWr8u7S8lb
    0yzVUbdtSLmExDudD4bYMStDolp1uE3TlDTmUnlRKXNGpIz5GFgl90C4LrdUrTXz
    ykajUzBRMB0GA1UdDgQWBBQdSZuPY2+lVbsjdwl9IXGVGnHMLjAfBgNVHSMEGDAW
    gBQdSZuPY2+lVbsjdwl9IXGVGnHMLjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49
    BAMCA0cAMEQCIEK47Nup+V+zz4EEu4uB8ickhYFWalJrB9yPqkY0spl+AiAYhK1O
    75WwTvAUR5r9hRorS4CaKXuRjVUuW9CCna7m/w==
    -----END CERTIFICATE-----
  EOT

  lifecycle {
    create_before_destroy = true
  }
}
