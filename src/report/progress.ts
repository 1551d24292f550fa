import yoctoSpinner from "yocto-spinner";
import type { Listener, RunEvent } from "../run/index.js";

const doing: Readonly<Record<string, string>> = {
  empty: "looking before anything is added",
  "first-creation": "adding the first items",
  create: "adding items, valid and invalid",
  populate: "adding what the lists still lack",
  read: "reading lists and single items",
  random: "trying combinations at random",
  credentials: "trying wrong keys",
  final: "looking once more",
};

/** Shows on a terminal what runs now and how far it is. Goes away when the run is over. */
export function showProgress(stream: NodeJS.WriteStream): Listener {
  const spinner = yoctoSpinner({ stream });
  const done = new Set<string>();
  let requests = 0;
  let phase = "connecting";
  let planned = 0;
  return (event: RunEvent) => {
    switch (event.kind) {
      case "run-started":
        planned = event.checks;
        spinner.start(`connecting to ${event.baseUrl}`);
        break;
      case "phase-started":
        phase = doing[event.phase] ?? event.phase;
        break;
      case "check-finished":
        requests += event.requests;
        done.add(event.check);
        spinner.text = `${done.size} of ${planned} checks · ${phase} · ${event.requirement} · ${requests} requests`;
        break;
      case "random-cases":
        spinner.text = `${done.size} of ${planned} checks · ${phase} · ${event.cases} cases · ${event.requests} requests`;
        break;
      case "run-finished":
        spinner.stop();
        break;
    }
  };
}
