//! The work of a statement, as PostgreSQL measures it.

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement, Value,
    sea_query::{ArrayType, PostgresQueryBuilder, QueryBuilder},
};

/// How PostgreSQL plans a prepared statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planning {
    /// Once, for any values of the parameters. It does so when the plan seems as good as the others.
    Generic,
    /// For the values of each execution.
    Custom,
}

/// The amount of data that a statement has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Pages of tables and indexes.
    pub pages: u64,
    /// The most rows that one step of the plan has read, including dropped rows.
    pub rows: u64,
    /// The rows of the result.
    pub returned: u64,
}

/// A session that runs statements again and measures them.
pub struct Explainer(DatabaseConnection);

impl Explainer {
    pub async fn connect(url: &str) -> Self {
        let mut options = ConnectOptions::new(url);
        options.max_connections(1).sqlx_logging(false);
        let session = Database::connect(options).await.expect("connects");
        for setting in ["jit = off", "max_parallel_workers_per_gather = 0"] {
            session
                .execute_unprepared(&format!("SET {setting}"))
                .await
                .expect("a setting");
        }
        Self(session)
    }

    /// Runs a statement in a transaction that is rolled back.
    pub async fn measure(&self, statement: &Statement, planning: Planning) -> (Work, String) {
        let values: &[Value] = statement.values.as_ref().map(|values| &*values.0).unwrap_or_default();
        let types: Vec<&str> = values.iter().map(type_name).collect();
        let literals: Vec<String> = values
            .iter()
            .map(|value| PostgresQueryBuilder.value_to_string(value))
            .collect();
        let list = |items: String| if items.is_empty() { items } else { format!("({items})") };
        let mode = match planning {
            Planning::Generic => "force_generic_plan",
            Planning::Custom => "force_custom_plan",
        };
        let run = async |sql: &str| {
            let done = self.0.execute_unprepared(sql).await;
            done.unwrap_or_else(|error| panic!("{error}\n{sql}"));
        };
        run("BEGIN").await;
        run(&format!("SET LOCAL plan_cache_mode = {mode}")).await;
        run(&format!(
            "PREPARE measured {} AS {}",
            list(types.join(", ")),
            statement.sql
        ))
        .await;
        let explain = format!(
            "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE measured {}",
            list(literals.join(", "))
        );
        let lines = self
            .0
            .query_all_raw(Statement::from_string(DbBackend::Postgres, explain.clone()));
        let lines = lines
            .await
            .unwrap_or_else(|error| panic!("{error}\n{}\n{explain}", statement.sql));
        let line = |row: &sea_orm::QueryResult| row.try_get::<String>("", "QUERY PLAN").expect("a line");
        let plan: Vec<String> = lines.iter().map(line).collect();
        run("ROLLBACK").await;
        run("DEALLOCATE measured").await;
        (work_of_plan(&plan), plan.join("\n"))
    }
}

/// The PostgreSQL type that the server declares for a parameter.
fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "boolean",
        Value::Int(_) => "integer",
        Value::BigInt(_) | Value::BigUnsigned(_) => "bigint",
        Value::String(_) => "text",
        Value::Bytes(_) => "bytea",
        Value::ChronoDate(_) => "date",
        Value::Array(ArrayType::BigInt, _) => "bigint[]",
        Value::ChronoDateTimeUtc(_) | Value::ChronoDateTime(_) | Value::ChronoDateTimeWithTimeZone(_) => "timestamptz",
        other => panic!("no type for {other:?}"),
    }
}

/// The number after a name in a line of a plan.
fn number(line: &str, name: &str) -> Option<u64> {
    let (_, rest) = line.split_once(name)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn work_of_plan(plan: &[String]) -> Work {
    let mut work = Work::default();
    let mut loops = 1;
    let mut has_pages = false;
    for line in plan.iter().take_while(|line| !line.starts_with("Planning")) {
        if let Some((_, actual)) = line.split_once("(actual ") {
            loops = number(actual, "loops=").unwrap_or(1);
            let rows = number(actual, "rows=").unwrap_or_default();
            if line.starts_with(|first: char| !first.is_whitespace()) {
                work.returned = rows;
            }
            work.rows = work.rows.max(rows * loops);
        }
        if let Some(dropped) =
            number(line, "Removed by Filter: ").or_else(|| number(line, "Removed by Index Recheck: "))
        {
            work.rows = work.rows.max(dropped * loops);
        }
        // The numbers of a step include the numbers of the steps below it.
        if !has_pages && line.contains("Buffers: shared") {
            has_pages = true;
            work.pages = number(line, "hit=").unwrap_or_default() + number(line, "read=").unwrap_or_default();
        }
    }
    work
}

#[test]
fn work_is_read_from_a_plan() {
    let plan = [
        "Sort  (cost=600.40..600.41 rows=2 width=47) (actual rows=300 loops=1)",
        "  Buffers: shared hit=10650 read=7 dirtied=3",
        "  ->  Bitmap Heap Scan on order_items  (cost=240.73..600.39 rows=2 width=47) (actual rows=300 loops=2)",
        "        Rows Removed by Filter: 1200",
        "        ->  Bitmap Index Scan on ix  (cost=0.00..30.36 rows=792 width=0) (actual rows=20000 loops=3)",
        "              Buffers: shared hit=474",
        "Planning:",
        "  Buffers: shared hit=99999",
    ];
    let expected = Work {
        pages: 10_657,
        rows: 60_000,
        returned: 300,
    };
    assert_eq!(work_of_plan(&plan.map(str::to_owned)), expected);
}
