# A branch without a cost makes a menu safe. What comes before the menu needs no look-ahead.
show fails returns
seats 2
counter days table
counter wood seat start 1
counter fish seat
cost fee = 1 of wood

proc main me
again:
    gain days, nil, 1      ; -
    commit                 ; -
    choose "what now?", on | "build" build | "pass" on when days < 9  ; fails
build:
    pay fee, me, nil       ; fails
    gain fish, me, 1       ; -
on:
    unless days < 3, over  ; -
    jump again             ; -
over:
    end_game               ; -

run build pass
>   days 0 -> 1
> p1 choose: build, pass
> build
>   wood[p1] 1 -> 0
>   fish[p1] 0 -> 1
>   days 1 -> 2
> p1 choose: pass
>   not build: 1 wood needed, 0 there, at `pay fee, me, nil`
> pass
>   days 2 -> 3
> p1 choose: pass
>   not build: 1 wood needed, 0 there, at `pay fee, me, nil`
