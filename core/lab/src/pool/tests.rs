use super::*;

fn squares(threads: usize, n: usize, last: usize) -> Vec<(usize, usize)> {
    let mut heard = vec![];
    let work = |jobs: &Jobs, out: &Out<(usize, usize)>| {
        while let Some(at) = jobs.take() {
            out.say((at, at * at));
        }
    };
    run(threads, n, &work, &mut |jobs, (at, square)| {
        heard.push((at, square));
        if at == last {
            jobs.stop();
        }
    });
    heard.sort_unstable();
    heard
}

#[test]
fn every_job_is_done_once_whatever_the_number_of_threads() {
    let all: Vec<(usize, usize)> = (0..100).map(|at| (at, at * at)).collect();
    for threads in [0, 1, 2, 7, 200] {
        assert_eq!(squares(threads, 100, usize::MAX), all, "{threads} threads");
    }
    assert_eq!(squares(4, 0, usize::MAX), []);
}

#[test]
fn nobody_gets_a_job_after_a_stop() {
    let jobs = Jobs::new(3);
    assert_eq!(jobs.take(), Some(0));
    jobs.stop();
    assert_eq!(jobs.take(), None);
    assert!(jobs.is_stopped());
}
