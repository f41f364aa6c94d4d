//! The print on the pieces and boards, written down a second time: only what points are computed
//! from.

/// The colour of a worker, an expert or a destination that stands for points.
pub const YELLOW: &str = "yellow";
/// The destination whose ships upgrade the yellow department.
pub const YELLOW_PORT: &str = "paris";
/// The bonus of the yellow department, before and after its upgrade.
pub const FOREIGN_AFFAIRS: (i64, i64) = (2, 4);
/// Points instead of the bonus of a region.
pub const MARKET: i64 = 2;
/// Wage for each colour, in money.
pub const WAGE: i64 = 3;
/// The column of the house whose lower icon is the yellow department.
pub const YELLOW_COLUMN: usize = 4;
/// The space of R&D and of Finance with the yellow department. Mining has none.
pub const YELLOW_SPACE: i64 = 10;
/// The number of ships, machines and trains of each player.
pub const FLEET: usize = 6;

/// Points of the starting tokens A.
pub fn start(token: &str) -> i64 {
    match token {
        "a_machine" | "a_old" => 8,
        "a_ship" => 5,
        "a_train" => 7,
        "a_goods" | "a_coal" => 9,
        "a_worker" => 10,
        "a_discount" => 6,
        _ => panic!("no starting token is called {token}"),
    }
}

/// An objective, the thresholds of its row or track, and where its progress is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Pieces that have left a zone of the house.
    Gone(&'static str),
    /// A marker on a track.
    Track(&'static str),
    /// Pieces in a zone of the house.
    Have(&'static str),
}

/// All objectives.
pub const OBJECTIVES: [(&str, Objective); 8] = [
    ("ship_goal", Objective::Gone("fleet")),
    ("machine_goal", Objective::Gone("machines")),
    ("train_goal", Objective::Gone("depot")),
    ("rnd_goal", Objective::Track("rnd")),
    ("mining_goal", Objective::Track("mining")),
    ("finance_goal", Objective::Track("finance")),
    ("factory_goal", Objective::Have("works")),
    ("contract_goal", Objective::Have("fulfilled")),
];

/// Lower and higher threshold of a row or track.
pub fn thresholds(of: Objective) -> (i64, i64) {
    match of {
        Objective::Gone(_) => (4, 6),
        _ => (6, 10),
    }
}

/// The points of a favor of a level on an objective with this progress.
pub fn favor(goal: &str, of: Objective, level: i64, progress: i64) -> i64 {
    if level == 0 {
        return 0;
    }
    let column = level as usize - 1;
    let by_number = |table: [[i64; 3]; 6]| match progress {
        0 => 0,
        n => table[n as usize - 1][column],
    };
    match (goal, of) {
        ("factory_goal", _) => {
            by_number([[2, 3, 4], [4, 6, 8], [5, 8, 10], [7, 11, 14], [9, 14, 18], [10, 16, 20]])
        }
        ("contract_goal", _) => {
            by_number([[2, 3, 4], [3, 5, 6], [5, 8, 10], [7, 11, 14], [8, 13, 16], [10, 16, 20]])
        }
        _ if progress >= thresholds(of).1 => [10, 16, 20][column],
        _ if progress >= thresholds(of).0 => [5, 8, 10][column],
        _ => 0,
    }
}

/// Points for the reward of a common goal in periods I and II.
pub const CHOSEN_REWARD: [i64; 2] = [3, 5];
/// Points for the common goals of period III, by place.
pub const LAST_REWARD: [i64; 3] = [6, 8, 10];

/// The target of a goal of the solo game.
pub fn solo_target(goal: &str) -> i64 {
    match goal {
        "goal_ships" => 4,
        "goal_machines" | "goal_trains" | "goal_factories" | "goal_contracts" => 5,
        "goal_rnd" | "goal_mining" | "goal_finance" => 10,
        "goal_influence" => 7,
        _ => panic!("no goal is called {goal}"),
    }
}

/// The points a factory gives when it is built.
pub enum Gives {
    Nothing,
    /// The bonus of the department in the colour of the hired worker.
    WorkersDepartment,
    /// A ship, and the bonus of the department in the colour of its expert.
    ShipAndDepartment,
    /// The yellow bonus for each level of a favor above the first.
    Favored(&'static str),
    /// 2 points for each sort of factory.
    Sorts,
    /// 2 points for each threshold reached: of these objectives, both or only the lower.
    Thresholds(&'static [&'static str], bool),
}

/// The points for the visible side of a factory.
pub fn built(factory: &str) -> Gives {
    match factory {
        "paper_2_b" => Gives::WorkersDepartment,
        "clocks_2_b" => Gives::ShipAndDepartment,
        "cotton_5" => Gives::Favored("rnd_goal"),
        "cotton_5_b" => Gives::Sorts,
        "paper_5" => Gives::Favored("finance_goal"),
        "paper_5_b" => Gives::Favored("contract_goal"),
        "bento_5_b" => Gives::Favored("mining_goal"),
        "lenses_5_b" => Gives::Favored("train_goal"),
        "bulbs_5_b" => Gives::Thresholds(&["ship_goal", "machine_goal", "train_goal"], true),
        "clocks_5_b" => Gives::Thresholds(&["rnd_goal", "mining_goal", "finance_goal"], true),
        "clocks_5" => Gives::Thresholds(
            &["ship_goal", "machine_goal", "train_goal", "rnd_goal", "mining_goal", "finance_goal"],
            false,
        ),
        _ => Gives::Nothing,
    }
}

/// The factory that makes trains worth 3.
pub const BETTER_TRAINS: &str = "lenses_5";
