# A game by chance: whatever is answered, what is offered is what trying everything finds, and no
# answer leads nowhere.
show tried
seats 2
event came
counter days table
counter wood seat start 2
counter gold seat start 1 in 0..3
counter vp seat
kind tile
attr price
zone market table row slides holds 4
zone yard seat holds 2 active entered came
entry hut tile price = 1
entry mill tile price = 2
piece hut1 hut in market
piece hut2 hut in market
piece mill1 mill in market
cost of_tile me what = attr(price, what) of wood / gold per 2 short
cost swap me = 1 of gold | 1 of wood
ability milling of mill on came anyone when what ~= self does grind

proc main me what
again:
  gain days, nil, 1
  commit
  choose "what now?", on | "buy" buy | "trade" trade | "rest" on
buy:
  pick what, "which?", pieces(market) as piece
  pay of_tile, me, nil
  move what, yard[me], top
  gain vp, me, attr(price, what)
  jump on
trade:
  may "swap first?", no_swap
  pay swap, me, nil
  gain wood, me, 1
  done
no_swap:
  require wood[me] > gold[me], "more wood than gold"
  gain gold, me, 1
on:
  gain wood, me, 1
  commit
  unless days >= 4, next_one
  end_game
next_one:
  call turn_of, (seat_after(me, 1))
  jump again

proc turn_of me what
  choose "rest or buy?", over | "rest" over | "buy" buy
buy:
  pick what, "which?", where(it0, pieces(market), attr(price, it0) <= wood[me]) as piece
  pay of_tile, me, nil
  move what, yard[me], top
over:
  return

proc grind me self actor what
  pay swap, me, nil
  gain vp, me, 1
  return

run random 1
>   days 0 -> 1
> p1 choose: buy, trade, rest; 0 trials
> rest
>   wood[p1] 2 -> 3
> p2 choose: rest, buy; 0 trials
> buy
> p2 pick: hut1, mill1; 0 trials
> hut1
>   wood[p2] 2 -> 1
>   hut1 market -> yard[p2]
>   hut1 controlled by p2
>   days 1 -> 2
> p1 choose: buy, trade, rest; 0 trials
> trade
> p1 may: yes, no; 2 trials
> yes
> p1 pay: 1 gold, 1 wood; 3 trials
> 1 wood
>   wood[p1] 3 -> 2
>   wood[p1] 2 -> 3
>   gold[p1] 1 -> 2
>   wood[p1] 3 -> 4
> p2 choose: rest, buy; 3 trials
> rest
>   days 2 -> 3
> p1 choose: buy, trade, rest; 3 trials
> trade
> p1 may: yes, no; 5 trials
> no
>   gold[p1] 2 -> 3
>   wood[p1] 4 -> 5
> p2 choose: rest, buy; 5 trials
> buy
> p2 pick: hut2; 5 trials
> hut2
>   wood[p2] 1 -> 0
>   hut2 market -> yard[p2]
>   hut2 controlled by p2
>   days 3 -> 4
> p1 choose: buy, trade, rest; 5 trials
> buy
> p1 pick: mill1; 5 trials
> mill1
>   wood[p1] 5 -> 3
>   mill1 market -> yard[p1]
>   mill1 controlled by p1
>   vp[p1] 0 -> 2
>   wood[p1] 3 -> 4
>   over
run random 2
>   days 0 -> 1
> p1 choose: buy, trade, rest; 0 trials
> buy
> p1 pick: hut1, mill1; 0 trials
> mill1
>   wood[p1] 2 -> 0
>   mill1 market -> yard[p1]
>   mill1 controlled by p1
>   vp[p1] 0 -> 2
>   wood[p1] 0 -> 1
> p2 choose: rest, buy; 2 trials
> rest
>   days 1 -> 2
> p1 choose: buy, trade, rest; 8 trials
> trade
> p1 may: yes; 10 trials
>   not no: "more wood than gold", at `require wood[me] > gold[me], "more wood than gold"`
> yes
> p1 pay: 1 gold; 11 trials
>   not 1 wood: "more wood than gold", at `require wood[me] > gold[me], "more wood than gold"`
> 1 gold
>   gold[p1] 1 -> 0
>   wood[p1] 1 -> 2
>   gold[p1] 0 -> 1
>   wood[p1] 2 -> 3
> p2 choose: rest, buy; 13 trials
> rest
>   days 2 -> 3
> p1 choose: buy, trade, rest; 15 trials
> buy
> p1 pick: hut1; 15 trials
> hut1
>   wood[p1] 3 -> 2
>   hut1 market -> yard[p1]
>   hut1 controlled by p1
> p1 pay: 1 gold, 1 wood; 15 trials
> 1 wood
>   wood[p1] 2 -> 1
>   vp[p1] 2 -> 3
>   vp[p1] 3 -> 4
>   wood[p1] 1 -> 2
> p2 choose: rest, buy; 17 trials
> buy
> p2 pick: hut2; 17 trials
> hut2
>   wood[p2] 2 -> 1
>   hut2 market -> yard[p2]
>   hut2 controlled by p2
> p1 pay: 1 gold, 1 wood; 17 trials
> 1 gold
>   gold[p1] 1 -> 0
>   vp[p1] 4 -> 5
>   days 3 -> 4
> p1 choose: trade, rest; 17 trials
>   not buy: nothing to choose from, at `pick what, "which?", pieces(market) as piece`
> rest
>   wood[p1] 2 -> 3
>   over
