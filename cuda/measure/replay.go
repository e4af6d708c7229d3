package measure

import (
	"context"
	"fmt"
	"time"
)

// Replay is a Runner that plays a result as if it were being measured now,
// one row each interval. Whatever plan it is given, it plays what it has.
type Replay struct {
	Result   Result
	Interval time.Duration
}

var _ Runner = Replay{}

// Devices is the device of the recording.
func (r Replay) Devices(ctx context.Context) ([]Device, error) {
	return []Device{r.Result.Device}, ctx.Err()
}

// Run emits the rows of the recording. One that is incomplete ends with an
// error, as the run did that it records.
func (r Replay) Run(ctx context.Context, _ Plan, emit func(Event)) error {
	rows := r.Result.Rows
	if err := ctx.Err(); err != nil {
		return err
	}
	emit(Started{
		Device:  r.Result.Device,
		Plan:    r.Result.Plan,
		Total:   len(rows),
		Program: r.Result.Program,
		Date:    r.Result.Date,
		Method:  r.Result.Method,
		Replay:  true,
	})
	for _, text := range r.Result.Warnings {
		emit(Warned{Text: text})
	}
	for i, row := range rows {
		emit(Sampled{Point: row.Point, Phase: "measure", Done: i, Total: len(rows), Pairs: r.Result.Plan.Pairs})
		if err := r.wait(ctx); err != nil {
			return err
		}
		emit(row)
	}
	if !r.Result.Complete {
		return fmt.Errorf("the recording is incomplete: it ends after row %d", len(rows))
	}
	emit(Finished{})
	return nil
}

func (r Replay) wait(ctx context.Context) error {
	timer := time.NewTimer(r.Interval)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return ctx.Err()
	}
}
