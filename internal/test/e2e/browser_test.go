package e2e

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// pictures is the output folder for the screenshots of the guides: `make pictures` sets it.
var pictures = flag.String("pictures", "", "folder to write the pictures of the guides to")

// browserTimeout ends a hanging browser before the timeout of the whole test run.
const browserTimeout = 2 * time.Minute

// phone is the width in pixels below which a window counts as a phone.
const phone = 600

// browserPage is an HTML file in a headless browser.
type browserPage struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // the library keeps the browser and its tab in it

	mu       sync.Mutex
	requests []string
}

// openPage opens an HTML file. Without a browser in the PATH the test is skipped, unless
// IDM_BROWSER_REQUIRED is set.
func openPage(t *testing.T, file string) *browserPage {
	t.Helper()
	browser := findBrowser(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
	)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, timedOut := context.WithTimeout(ctx, browserTimeout)
	t.Cleanup(timedOut)

	p := &browserPage{t: t, ctx: ctx}
	err := chromedp.Listen(ctx, func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.requests = append(p.requests, sent.Request.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(absolute)}
	call(p, network.Enable, network.EnableParams{})
	do(p, chromedp.Navigate(address.String()))
	return p
}

func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "no Chromium in the PATH: the page is not looked at in a browser"
	if os.Getenv("IDM_BROWSER_REQUIRED") != "" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// do runs an action on the page and returns its result.
func do[T any](p *browserPage, action chromedp.Action[T]) T {
	p.t.Helper()
	result, err := chromedp.Run(p.ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

// call sends a command to the browser through its protocol.
func call[P, R any](p *browserPage, command cdp.Command[P, R], params P) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, command, params); err != nil {
		p.t.Fatal(err)
	}
}

// show sets the size of the window and the preferred color scheme, "light" or "dark".
func (p *browserPage) show(width, height int64, colors string) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < phone,
	})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colors}},
	})
}

// evaluate returns the result of a JavaScript expression; the page itself contains no JavaScript.
func evaluate[T any](p *browserPage, expression string) T {
	p.t.Helper()
	return do(p, chromedp.Evaluate[T](expression))
}

// click clicks the first element that matches a selector.
func (p *browserPage) click(selector string) {
	p.t.Helper()
	do(p, chromedp.Click(chromedp.CSS(selector)))
}

// loadsNothing fails if the page requested any other resource.
func (p *browserPage) loadsNothing() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.requests) != 1 || !strings.HasPrefix(p.requests[0], "file://") {
		p.t.Errorf("the page asked for %q", p.requests)
	}
}

// fits fails if any element is wider than the window, so that the page would scroll horizontally.
func (p *browserPage) fits() {
	p.t.Helper()
	if beyond := evaluate[int](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); beyond > 0 {
		p.t.Errorf("the page is %d pixels wider than the window", beyond)
	}
}

// readable fails if the contrast between a text and its background is below 4.5, the recommended
// minimum.
func (p *browserPage) readable() {
	p.t.Helper()
	if faint := evaluate[[]string](p, contrastScript); len(faint) > 0 {
		p.t.Errorf("hard to read: %s", strings.Join(faint, "; "))
	}
}

// contrastScript lists the texts with insufficient contrast. Backgrounds can be translucent, so it
// blends them from the page upwards.
const contrastScript = `(() => {
  const canvas = document.createElement('canvas'); canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  const mix = (colors) => { context.clearRect(0, 0, 1, 1); for (const c of colors) { context.fillStyle = c; context.fillRect(0, 0, 1, 1); } return context.getImageData(0, 0, 1, 1).data; };
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility()) continue;
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.unshift(getComputedStyle(e).backgroundColor);
    const back = luminance(mix(['white', ...layers])), fore = luminance(mix(['white', ...layers, getComputedStyle(element).color]));
    const contrast = (Math.max(back, fore) + 0.05) / (Math.min(back, fore) + 0.05);
    if (contrast < 4.5) faint.add(node.data.trim().slice(0, 40) + ' ' + contrast.toFixed(2));
  }
  return [...faint];
})()`

// scrollTo brings an element to the top of the window.
func (p *browserPage) scrollTo(selector string) {
	p.t.Helper()
	evaluate[bool](p, fmt.Sprintf("document.querySelector(%q).scrollIntoView({block: 'start'}), true", selector))
}

// background returns the color of the page for a preferred color scheme.
func (p *browserPage) background(colors string) string {
	p.t.Helper()
	p.show(1280, 1000, colors)
	return evaluate[string](p, "getComputedStyle(document.body).backgroundColor")
}

// picture writes a screenshot of the window to the folder of the guides if the flag pictures is
// set.
func (p *browserPage) picture(name string) {
	p.t.Helper()
	shot := do(p, chromedp.CaptureScreenshot())
	if len(shot) == 0 {
		p.t.Error("the screenshot is empty")
	}
	if *pictures == "" {
		return
	}
	small, err := fewColors(shot)
	if err == nil {
		err = os.WriteFile(filepath.Join(*pictures, name+".png"), small, 0o644)
	}
	if err != nil {
		p.t.Fatalf("picture %s: %v", name, err)
	}
}

// fewColors reduces a PNG to a third of its size with a palette: a page has few colors, and the
// shades at the edges of its letters are not needed.
func fewColors(shot []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	counts := map[color.Color]int{}
	for y := range full.Bounds().Dy() {
		for x := range full.Bounds().Dx() {
			counts[full.At(x, y)]++
		}
	}
	palette := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	nearest := map[color.Color]uint8{}
	reduced := image.NewPaletted(full.Bounds(), palette[:min(len(palette), 256)])
	for y := range full.Bounds().Dy() {
		for x := range full.Bounds().Dx() {
			at := full.At(x, y)
			if _, known := nearest[at]; !known {
				nearest[at] = uint8(reduced.Palette.Index(at))
			}
			reduced.SetColorIndex(x, y, nearest[at])
		}
	}
	var small bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&small, reduced)
	return small.Bytes(), err
}
