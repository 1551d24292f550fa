import { type Command, Option } from "commander";
import { groups, kebabCase, type Setting, type Settings, settings } from "./settings.js";
import { kinds, readerOf } from "./values.js";

/**
 * Gives a command the flags of these groups. Those that do not concern it are taken, but not shown, so that `doctor`
 * and `replay` can be put in the place of `run`. None has a default: what is not given may stand in the file.
 */
export function addSettings(
  command: Command,
  shown: readonly Group[],
  hidden: readonly Group[] = [],
): Command {
  for (const group of [...shown, ...hidden])
    for (const [name, setting] of Object.entries<Setting>(groups[group])) {
      const option = settingOption(name, setting).helpGroup(group).hideHelp(hidden.includes(group));
      if (name === "target")
        option.argParser((text, before) => {
          if (before === undefined) return text;
          return command.error("error: --target is given twice: one run judges one target");
        });
      command.addOption(name === "lastFailed" ? option.conflicts("only") : option);
    }
  return command;
}

type Group = keyof typeof groups;

/** The flag of one setting. */
export function settingOption(name: string, { kind, help, flag, variable }: Setting): Option {
  const { placeholder } = kinds[kind];
  const option = new Option(flag ?? `--${kebabCase(name)} ${placeholder}`.trimEnd(), help);
  if (variable !== undefined) option.env(variable);
  if (kind === "lines" || kind === "files" || kind === "variables")
    option.argParser((line, before: readonly string[] = []) => [...before, line]);
  else if (kind !== "yes") option.argParser(readerOf<unknown>(kinds[kind]));
  return option;
}

/** Reads the settings that flags, and the variables that stand in for them, state. */
export function readFlags(command: Command): Settings {
  const stated = Object.entries<Setting>(settings).map(([name, setting]) => [
    name,
    command.getOptionValue(settingOption(name, setting).attributeName()),
  ]);
  return Object.fromEntries(stated) as Settings;
}
