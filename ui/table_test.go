package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"warpbill/cuda/measure"
	"warpbill/plots"
	"warpbill/plots/look"
)

func mouseAt(x, y float32) *desktop.MouseEvent {
	e := &desktop.MouseEvent{}
	e.Position, e.AbsolutePosition = fyne.NewPos(x, y), fyne.NewPos(x, y)
	return e
}

func TestTableModelOfTheCourse(t *testing.T) {
	m := newTableModel(t4(t), "per-lane")
	if got := strings.Join(m.Heads, ","); got != "4 Ki,32 Ki,256 Ki,2 Mi,8 Mi" {
		t.Errorf("heads %q", got)
	}
	if len(m.Groups) != 2 || m.Groups[0].Name != "broadcast" || m.Groups[1].Name != "per-lane" {
		t.Fatalf("groups %+v", m.Groups)
	}
	for _, c := range []struct {
		group, row int
		want       string
	}{
		{0, 0, "0.0041 0.0070 0.0256 0.1769 0.6912"},
		{0, 1, "0.0039 0.0078 0.0340 0.2550 1.018"},
		{0, 2, "1.05 0.90 0.75 0.69 0.68"},
		{1, 0, "0.0198 0.0706 0.4290 3.354 11.79"},
		{1, 1, "0.0038 0.0076 0.0339 0.2557 0.7819"},
		{1, 2, "5.21 9.31 12.65 13.12 15.08"},
	} {
		var got []string
		for _, cell := range m.Groups[c.group].Rows[c.row] {
			got = append(got, cell.Text)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("group %d, row %d: %q, want %q", c.group, c.row, s, c.want)
		}
	}
	if m.Groups[0].Emphasis || !m.Groups[1].Emphasis || m.Groups[0].Filled || !m.Groups[1].Filled {
		t.Errorf("per-lane is to stand out and to be filled: %+v", m.Groups)
	}
	if got := m.Groups[0].Launch; got != "launch-bound at 4 Ki" {
		t.Errorf("launch-bound sizes: %q", got)
	}
}

func TestTableCellsSayTheirInterval(t *testing.T) {
	m := newTableModel(courseResult(2, 0), "")
	c := m.Groups[0].Rows[0][1]
	if !strings.Contains(c.Tip, "95 % interval 0.1800 to 0.2200") || c.Dim {
		t.Errorf("cell %+v", c)
	}
	if single := m.Groups[0].Rows[1][1]; !strings.Contains(single.Tip, "single number") {
		t.Errorf("a figure without an interval says %q", single.Tip)
	}
	if first := m.Groups[0].Rows[0][0]; !first.Dim || !strings.Contains(first.Tip, "launch-bound") {
		t.Errorf("a launch-bound figure is %+v", first)
	}
	if tableCells(measure.Row{}) != [3]tableCell{} {
		t.Error("a point that was not measured has figures")
	}
}

func TestLaunchWords(t *testing.T) {
	heads := []string{"4 Ki", "32 Ki", "256 Ki", "2 Mi"}
	for want, bound := range map[string][]int{
		"": nil, "launch-bound at 32 Ki": {1}, "launch-bound from 4 Ki to 256 Ki": {0, 1, 2}, "launch-bound at 2 sizes": {0, 3},
	} {
		if got := launchWords(heads, bound); got != want {
			t.Errorf("%v: %q, want %q", bound, got, want)
		}
	}
}

func TestShortTimesClaimNoDigits(t *testing.T) {
	for ms, want := range map[float64]string{.0041: "0.0041", .6912: "0.6912", 1.0175: "1.018", 11.7892: "11.79", .00001: "0.00001000", 0: "-"} {
		if got := shortMS(ms); got != want {
			t.Errorf("%v: %q, want %q", ms, got, want)
		}
	}
}

// TestTableStandsUnderTheTicks compares the right ends of the figures with
// the ticks that the chart draws.
func TestTableStandsUnderTheTicks(t *testing.T) {
	p, _, _ := shownPanel(t, PanelActions{}, 428, 648)
	v := panelViews(t)["idle"]
	v.Theme = look.DarkTheme()
	p.Set(v)
	f, err := plots.FindFigure("ratio")
	if err != nil {
		t.Fatal(err)
	}
	columns := plots.Columns(f, plots.Data{Sources: v.Results}, plots.Style{Theme: v.Theme}, 428)
	if len(columns) != 5 {
		t.Fatalf("the chart has %d columns", len(columns))
	}
	list := panelTexts(p)
	for i, cell := range p.model.Groups[1].Rows[2] {
		found := false
		for _, s := range list {
			end := s.x + s.w
			found = found || s.text == cell.Text && end > float32(columns[i].X)+tableFigureEnd-1 && end < float32(columns[i].X)+tableFigureEnd+1
		}
		if !found {
			t.Errorf("%s does not end %v right of its tick at %v", cell.Text, tableFigureEnd, columns[i].X)
		}
	}
	if len(p.table.grid.heads) != 0 {
		t.Error("a table under its ticks repeats the sizes")
	}
}

// shownTable is a table alone in a window.
func shownTable(t *testing.T, r measure.Result, w, h float32) *resultTable {
	t.Helper()
	test.NewTempApp(t)
	table := newResultTable()
	table.set(look.DarkTheme(), newTableModel(r, ""), "made", nil, 1)
	window := test.NewTempWindow(t, table)
	window.SetPadded(false)
	window.Resize(fyne.NewSize(w, h))
	return table
}

func TestTableOf200RowsScrolls(t *testing.T) {
	masks := []int{0, 1, 3, 31}
	table := shownTable(t, courseResult(50, masks...), 428, 160)
	if n := len(table.grid.cells); n != 50*len(masks)*3 {
		t.Fatalf("%d figures for 200 rows", n)
	}
	inner, outer := table.grid.MinSize(), table.cells.Size()
	if inner.Width <= outer.Width || inner.Height <= outer.Height {
		t.Fatalf("50 sizes take %v of %v", inner, outer)
	}
	var handed int
	table.keys = func(*fyne.KeyEvent) { handed++ }
	for range 500 {
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	if table.cells.Offset.X != inner.Width-outer.Width || table.cells.Offset.Y != inner.Height-outer.Height {
		t.Errorf("the end of the table cannot be reached: %v", table.cells.Offset)
	}
	if table.labels.Offset.Y != table.cells.Offset.Y {
		t.Errorf("the names stand at %v, the figures at %v", table.labels.Offset.Y, table.cells.Offset.Y)
	}
	for range 500 {
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
		table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	}
	if table.cells.Offset != (fyne.Position{}) || handed != 0 {
		t.Errorf("back at %v, %d keys handed on", table.cells.Offset, handed)
	}
	for i, a := range table.grid.cells[:50] {
		if i > 0 {
			b := table.grid.cells[i-1]
			if a.Position().X < b.Position().X+b.Size().Width {
				t.Fatalf("figures %d and %d of a row overlap", i-1, i)
			}
		}
	}
}

func TestTableReusesItsTexts(t *testing.T) {
	r := courseResult(5, 0, 31)
	table := shownTable(t, r, 428, 200)
	before := len(table.grid.all.objects)
	for i := range 50 {
		table.set(look.LightTheme(), newTableModel(r, []string{"", "broadcast"}[i%2]), "made", nil, i+2)
		table.Refresh()
	}
	if after := len(table.grid.all.objects); after != before {
		t.Errorf("50 changes made %d objects of %d", after, before)
	}
	small := courseResult(1, 0)
	table.set(look.LightTheme(), newTableModel(small, ""), "made", nil, 99)
	table.Refresh()
	shown := 0
	for _, c := range table.grid.cells {
		if c.Visible() {
			shown++
		}
	}
	if shown != 3 {
		t.Errorf("a table of one point shows %d figures", shown)
	}
}

func TestTableHoverFindsTheFigure(t *testing.T) {
	table := shownTable(t, courseResult(3, 0, 31), 428, 220)
	tip := ""
	table.tip = func(s string, _ fyne.Position) { tip = s }
	for g, group := range table.model.Groups {
		for q, row := range group.Rows {
			for c, cell := range row {
				at := table.grid.cells[(g*3+q)*3+c]
				p := at.Position().AddXY(at.Size().Width/2, at.Size().Height/2)
				table.grid.MouseMoved(mouseAt(p.X, p.Y))
				if tip != cell.Tip {
					t.Errorf("over %q the tip is %q", cell.Text, tip)
				}
			}
		}
	}
	for _, p := range []fyne.Position{{X: -50, Y: 60}, {X: 9000, Y: 60}, {X: 100, Y: -4}, {X: 100, Y: 9000}} {
		table.grid.MouseIn(mouseAt(p.X, p.Y))
		if tip != "" {
			t.Errorf("at %v, beside every figure, the tip is %q", p, tip)
		}
	}
	tip = "stale"
	if table.grid.MouseOut(); tip != "" {
		t.Error("the tip stays when the pointer leaves")
	}
}

func TestTableSaysWhoseItIs(t *testing.T) {
	table := shownTable(t, courseResult(5, 0), 428, 220)
	if got := table.unit.Text; got != "ms" {
		t.Errorf("alone, the unit is %q", got)
	}
	for owner, want := range map[string]string{"Tesla T4": "Tesla T4, ms", strings.Repeat("long ", 99): "…, ms"} {
		table.owner = owner
		if got := table.unitWords(428); !strings.HasSuffix(got, want) {
			t.Errorf("beside others, the unit is %q", got)
		}
	}
	table.model.Groups[0].Launch = "launch-bound from 4 Ki to 256 Ki"
	if got := table.unitWords(360); got != "ms" {
		t.Errorf("where there is no room the unit is %q", got)
	}
}

func TestTableCopiesAsText(t *testing.T) {
	table := shownTable(t, courseResult(2, 0, 31), 428, 220)
	clipboard := fyne.CurrentApp().Clipboard()
	table.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clipboard})
	want := "made\nlanes\tquantity\t4 Ki\t8 Ki\n" +
		"broadcast\tconstant ms\t0.1000 (launch-bound)\t0.2000\n"
	if got := clipboard.Content(); !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 8 {
		t.Errorf("copied %q", got)
	}
	table.TypedShortcut(&fyne.ShortcutPaste{})
}

func BenchmarkTableModel200(b *testing.B) {
	r := courseResult(50, 0, 1, 3, 31)
	for b.Loop() {
		newTableModel(r, "per-lane")
	}
}
