# Rows are refilled, bags give at random, a stack takes its discards when it has run out.
seats 2
event starved
kind tile
zone discards table
zone deck table stack reshuffles discards
zone bag table bag
zone row table row slides holds 3 starved starved
entry a tile
piece a1 a in deck
piece a2 a in deck
piece a3 a in discards
piece a4 a in bag
piece a5 a in bag
stream dice
ability tells on starved anyone does telling
counter empty table

proc main me what
  refill row, deck
  draw row, discards, 1, top, what
  refill row, bag
  draw bag, row, 2, slot 2, _
  random what, numbers(1, 6), dice
  note "{}" with what as number, ()
  shuffle discards
  end_game

proc telling me self actor
  gain empty, nil, 1
  return

run
>   a2 deck -> row slot 1
>   a1 deck -> row slot 2
>   a3 discards -> deck
>   deck is shuffled
>   a3 deck -> row slot 3
>   a2 row -> discards
>   a1 row -> row slot 1
>   a3 row -> row slot 2
>   drew 1 below 2 from table
>   a5 bag -> row slot 3
>   drew 0 below 1 from table
>   drew 5 below 6 from dice
>   "6"
>   discards is shuffled
>   over
