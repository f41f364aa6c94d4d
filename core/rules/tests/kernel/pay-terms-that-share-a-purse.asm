# Two terms that the same purse can pay: what it pays for one is missing for the other.
show fails
seats 2
counter wood seat start 1
counter fish seat start 1
counter gold seat start 4
counter days table
cost fee = 2 of wood / gold & 2 of fish / gold

proc main me
again:
  gain days, nil, 1                                   ; -
  commit                                              ; -
  choose "what now?", on | "build" build | "pass" on  ; -
build:
  pay fee, me, nil                                    ; fails
on:
  unless days < 3, over                               ; -
  jump again                                          ; -
over:
  end_game                                            ; -

run build "1 wood + 1 fish + 2 gold" pass pass
>   days 0 -> 1
> p1 choose: build, pass
> build
> p1 pay: 1 wood + 1 fish + 2 gold, 1 wood + 3 gold, 1 fish + 3 gold, 4 gold
> 1 wood + 1 fish + 2 gold
>   wood[p1] 1 -> 0
>   fish[p1] 1 -> 0
>   gold[p1] 4 -> 2
>   days 1 -> 2
> p1 choose: pass
>   not build: 2 wood needed, 2 there, at `pay fee, me, nil`
> pass
>   days 2 -> 3
> p1 choose: pass
>   not build: 2 wood needed, 2 there, at `pay fee, me, nil`
> pass
>   over
run pass build "4 gold" pass
>   days 0 -> 1
> p1 choose: build, pass
> pass
>   days 1 -> 2
> p1 choose: build, pass
> build
> p1 pay: 1 wood + 1 fish + 2 gold, 1 wood + 3 gold, 1 fish + 3 gold, 4 gold
> 4 gold
>   gold[p1] 4 -> 0
>   days 2 -> 3
> p1 choose: pass
>   not build: 2 fish needed, 1 there, at `pay fee, me, nil`
> pass
>   over
