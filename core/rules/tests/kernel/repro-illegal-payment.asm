# Two ways to pay, and a condition that only one of them leaves true. The other must not be offered.
show fails returns
seats 2
counter days table
counter wood seat start 30
counter gold seat start 2
counter vp seat
cost fee = 1 of wood | 2 of gold

proc main me
again:
  gain days, nil, 1                     ; -
  commit                                ; -
  try out                               ; -
  pay fee, me, nil                      ; fails
  require gold[me] >= 2, "keep 2 gold"  ; fails
  gain vp, me, 1                        ; -
  done                                  ; -
out:
  unless days < 2, over                 ; -
  jump again                            ; -
over:
  end_game                              ; -

run "1 wood" "1 wood"
>   days 0 -> 1
> p1 pay: 1 wood
>   not 2 gold: "keep 2 gold", at `require gold[me] >= 2, "keep 2 gold"`
> 1 wood
>   wood[p1] 30 -> 29
>   vp[p1] 0 -> 1
>   days 1 -> 2
> p1 pay: 1 wood
>   not 2 gold: "keep 2 gold", at `require gold[me] >= 2, "keep 2 gold"`
> 1 wood
>   wood[p1] 29 -> 28
>   vp[p1] 1 -> 2
>   over
