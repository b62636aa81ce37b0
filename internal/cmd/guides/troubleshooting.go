package main

func troubleshootingPage() (string, error) { return render("troubleshooting.md.tmpl", nil) }
