# A branch that asks again is no way out of a menu, and neither is one with a condition.
show fails returns
seats 2
counter wood seat start 2
counter fish seat
cost fee = 1 of wood

proc main me
  commit            ; -
menu:
  choose "what now?", over | "fish" fish again | "rest" over when fish[me] > 1 | "build" build  ; fails
fish:
  gain fish, me, 1  ; fails
  jump menu         ; fails
build:
  pay fee, me, nil  ; fails
over:
  end_game          ; -

run fish fish rest
> p1 choose: fish, build
> fish
>   fish[p1] 0 -> 1
> p1 choose: fish, build
> fish
>   fish[p1] 1 -> 2
> p1 choose: fish, rest, build
> rest
>   over
run build
> p1 choose: fish, build
> build
>   wood[p1] 2 -> 1
>   over
