# What is expected and is not so is a fault: nothing is withheld for it, and the choice is taken
# back and struck.
show fails
seats 2
counter wood seat

proc main me
  commit                                                  ; -
  choose "what now?", over | "build" build | "rest" over  ; -
build:
  expect wood[me] > 0, "there is wood"                    ; -
  gain wood, me, 1                                        ; -
over:
  end_game                                                ; -

run build rest
> p1 choose: build, rest
> build
> dead end, taken back: against what is expected: "there is wood", at `expect wood[me] > 0, "there is wood"`
> p1 choose: rest
>   not build: it was taken back
> rest
>   over
