package icons_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"testing"

	"warpbill/icons"
)

func TestAppIconIsASquarePicture(t *testing.T) {
	img, err := png.Decode(bytes.NewReader(icons.App))
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got.X != 256 || got.Y != 256 {
		t.Errorf("the icon is %v, want 256 by 256", got)
	}
	if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
		t.Error("the icon's corner is not transparent")
	}
	if _, _, _, a := img.At(128, 128).RGBA(); a != 0xffff {
		t.Error("the icon's middle is not opaque")
	}
}

func TestSourceOfTheIconIsWellFormed(t *testing.T) {
	data, err := os.ReadFile("warpbill.svg")
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
