package acctest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contradictions are the tests that `make quirks` leaves out, because a reading of the service contradicts their very point.
var contradictions = []struct {
	quirks []string
	reason string
	tests  *regexp.Regexp
}{
	{[]string{"server-ext-ids"}, "a lost create is made again only where the service takes external ids", regexp.MustCompile(`_createLosesItsAnswer$`)},
	{[]string{"no-authorization-ext-id", "later-releases"}, "the test gives authorizations external ids of its own", regexp.MustCompile(
		`^Test(AuthorizationList|Authorization_(eachReadByItself|updateEach|replace|minimalFullMinimal|changedAgainAndAgain|changedMeanwhile|extIDTaken|ownExtID|duplicate|behindTerraformsBack)` +
			`|ProfileAuthorizations_(conflict|besideTheirProperties|changeLosesItsAnswer|partOf.*|takesOverWhatIsThere|createOverOthers|secondGrantOfARole|behindTerraformsBack|minimalFullMinimal|keptByTheService))$`)},
	{[]string{"keep-on-clear"}, "the test clears attributes", regexp.MustCompile(
		`^Test(Profile|Unit)_(changedMeanwhile|behindTerraformsBack|minimalFullMinimal)$|^TestUnit_updateEach$`)},
	{[]string{"later-releases", "profileless-fixed"}, "the test changes profileless", regexp.MustCompile(`^TestUnit_updateEach$`)},
	{[]string{"later-releases"}, "the test expects what earlier releases answer", regexp.MustCompile(`^Test(UserPendingTerms|Token|Me)$`)},
	{[]string{"properties-bump-version", "children-bump-version"}, "the test expects the version of an unchanged object", regexp.MustCompile(`^Test(Profile|Unit)DataSources$`)},
	{[]string{"no-total"}, "the test expects a total", regexp.MustCompile(`^TestUsers$`)},
}

// givenQuirks are the names in IDM_ACC_QUIRKS, with commas between them. A test that they contradict is left out.
func givenQuirks(t testing.TB) []string {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	for _, c := range contradictions {
		if c.tests.MatchString(name) {
			without(t, c.reason, c.quirks...)
		}
	}
	return quirksFromEnvironment()
}

func quirksFromEnvironment() []string {
	return strings.FieldsFunc(os.Getenv("IDM_ACC_QUIRKS"), func(r rune) bool { return r == ',' })
}

// without leaves a test out when IDM_ACC_QUIRKS names one of the quirks.
func without(t testing.TB, reason string, quirks ...string) {
	t.Helper()
	for _, quirk := range quirksFromEnvironment() {
		if slices.Contains(quirks, quirk) {
			t.Skipf("under %s: %s", quirk, reason)
		}
	}
}
