# A menu that takes its second branch by itself if nothing else can be done.
show fails
seats 2
counter days table
counter wood seat start 1
cost fee = 1 of wood

proc main me
again:
  gain days, nil, 1      ; -
  commit                 ; -
  choose "what now?", on unasked 1 | "build" build | "pass" on | "wait" on when days == 3  ; -
build:
  pay fee, me, nil       ; fails
on:
  unless days < 3, over  ; -
  jump again             ; -
over:
  end_game               ; -

run build wait
>   days 0 -> 1
> p1 choose: build, pass
> build
>   wood[p1] 1 -> 0
>   days 1 -> 2
>   days 2 -> 3
> p1 choose: pass, wait
>   not build: 1 wood needed, 0 there, at `pay fee, me, nil`
> wait
>   over
run pass build pass
>   days 0 -> 1
> p1 choose: build, pass
> pass
>   days 1 -> 2
> p1 choose: build, pass
> build
>   wood[p1] 1 -> 0
>   days 2 -> 3
> p1 choose: pass, wait
>   not build: 1 wood needed, 0 there, at `pay fee, me, nil`
> pass
>   over
