# A gain is looked at if an ability waits for it, and only as far as that ability looks.
show fails failing reads
seats 2
event fish_gained     ; reads vp
event never
counter vp seat
counter wood seat start 1
counter fish seat gained fish_gained
counter salt seat gained never
cost fee = 1 of wood  ; reads wood
ability feast on fish_gained when vp[me] < 3 does feast_steps

proc main me
  commit              ; failing nothing
  gain salt, me, 1    ; fails | reads me | failing vp, wood, fish, me
  gain fish, me, 1    ; fails | reads me | failing vp, wood, fish, me
  pay fee, me, nil    ; fails | reads me | failing wood, me
  end_game            ; failing nothing

proc feast_steps me self actor seat much
  gain vp, me, much   ; reads me, much | failing nothing
  return              ; failing nothing

run
>   salt[p1] 0 -> 1
>   fish[p1] 0 -> 1
>   vp[p1] 0 -> 1
>   wood[p1] 1 -> 0
>   over
