import yoctoSpinner from "yocto-spinner";
import type { Listener, RunEvent } from "../run/index.js";

const doing: Readonly<Record<string, string>> = {
  look: "looking before anything is added",
  meet: "adding the first items",
  add: "adding items, valid and invalid",
  fill: "adding what the lists still lack",
  read: "reading lists and single items",
  keys: "trying wrong keys",
  end: "looking once more",
};

/** Shows on a terminal what runs now and how far it is. Goes away when the run is over. */
export function showProgress(stream: NodeJS.WriteStream): Listener {
  const spinner = yoctoSpinner({ stream });
  const done = new Set<string>();
  let requests = 0;
  let stage = "connecting";
  let planned = 0;
  return (event: RunEvent) => {
    switch (event.kind) {
      case "run-started":
        planned = event.checks;
        spinner.start(`connecting to ${event.baseUrl}`);
        break;
      case "stage-started":
        stage = doing[event.stage] ?? event.stage;
        break;
      case "check-finished":
        requests += event.requests;
        done.add(event.check);
        spinner.text = `${done.size} of ${planned} checks · ${stage} · ${event.requirement} · ${requests} requests`;
        break;
      case "run-finished":
        spinner.stop();
        break;
    }
  };
}
