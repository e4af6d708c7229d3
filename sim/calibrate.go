package sim

import (
	"errors"
	"fmt"
)

// Measured is a load that was timed on a card.
type Measured struct {
	Path   string // name of the tariff
	Access Access
	Cycles float64 // of one SM, for each warp load
}

// Calibrate makes a card's price list of measured loads. It needs those of
// CalibrationPatterns; further ones make it no worse. A path of which nothing
// was measured has no price; it is an error when nothing was measured at all
// or when what was measured gives no price.
func Calibrate(list []Measured) (Prices, error) {
	var p Prices
	measured := false
	for _, path := range []struct {
		tariff Tariff
		price  *Price
	}{
		{Constant{}, &p.Constant},
		{Global{}, &p.Global},
		{Shared{}, &p.Shared},
		{Texture{}, &p.Texture},
	} {
		points, err := pointsOf(path.tariff, list)
		if err != nil {
			return Prices{}, err
		}
		if len(points) == 0 {
			continue
		}
		measured = true
		if *path.price, err = fitPrice(points); err != nil {
			return Prices{}, fmt.Errorf("the %s path has no price: %w", path.tariff.Name(), err)
		}
	}
	if !measured {
		return Prices{}, errors.New("nothing was measured: run the plan price-list on the card")
	}
	var err error
	if p.Constant.Known() {
		if p.Cache, err = fitCache(list, p.Constant); err != nil {
			return Prices{}, err
		}
	}
	if p.Global.Known() {
		if p.TagBanks, err = fitTags(list, p.Global); err != nil {
			return Prices{}, err
		}
	}
	return p, nil
}
