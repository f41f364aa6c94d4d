# A piece in force changes a named value, and with it what a cost asks for.
show reads
seats 2
counter wood seat start 2
counter vp seat
kind tile
zone pit table
zone yard seat active
entry crane tile
piece crane1 crane in pit of p1
value price = 3
ability lifts of crane changes price adds -1
cost fee me = value(price, me, nil) of wood                 ; reads wood, tile, me

proc main me
  commit                                                    ; -
  choose "what now?", over | "build" build | "crane" crane  ; -
crane:
  move crane1, yard[me], top                                ; reads me
build:
  pay fee, me, nil                                          ; reads me
  gain vp, me, value(price, me, nil)                        ; reads tile, me
over:
  end_game                                                  ; -

run crane
> p1 choose: crane
>   not build: 3 wood needed, 2 there, at `pay fee, me, nil`
> crane
>   crane1 pit -> yard[p1]
>   wood[p1] 2 -> 0
>   price is 2 by crane1
>   vp[p1] 0 -> 2
>   over
