# What the second cost asks for depends on how the first one was paid: one of two payments leads on.
show fails returns
seats 2
counter wood seat start 2
counter gold seat start 1
counter fish seat
counter vp seat
cost price = 2 of wood | 1 of gold
cost rest me = gold[me] of fish

proc main me
  commit                                                  ; -
  choose "what now?", over | "trade" trade | "pass" over  ; -
trade:
  pay price, me, nil                                      ; fails
  pay rest, me, nil                                       ; fails
  gain vp, me, 1                                          ; -
over:
  end_game                                                ; -

run trade "1 gold"
> p1 choose: trade, pass
> trade
> p1 pay: 1 gold
>   not 2 wood: 1 fish needed, 0 there, at `pay rest, me, nil`
> 1 gold
>   gold[p1] 1 -> 0
>   vp[p1] 0 -> 1
>   over
