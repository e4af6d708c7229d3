// Package words holds the sentences that the program shows, in English. What
// they say about a load is read from its bills, so that a sentence cannot
// claim what the model did not charge.
//
// A sentence about a load fits one line of a presentation and two lines of
// the main window; all texts use characters that Noto Sans has.
package words
