import { type Command, Option } from "commander";
import { groups, kebabCase, type Setting, type Settings, settings } from "./settings.js";
import { kinds, readerOf } from "./values.js";

type Group = keyof typeof groups;
type Name = keyof typeof settings;

/**
 * Gives a command the flags of these groups. Those that do not concern it are taken, but not shown, so that `doctor`
 * and `replay` can be put in the place of `run`. None has a default: what is not given may stand in the file.
 */
export function addGroups(command: Command, shown: readonly Group[], hidden: readonly Group[] = []): Command {
  for (const group of [...shown, ...hidden])
    for (const name of Object.keys(groups[group]) as Name[]) {
      const option = settingOption(name).helpGroup(group).hideHelp(hidden.includes(group));
      if (name === "target")
        option.argParser((text, before) => {
          if (before === undefined) return text;
          return command.error("error: --target is given twice: one run judges one target");
        });
      command.addOption(name === "lastFailed" ? option.conflicts("only") : option);
    }
  return command;
}

/** Gives a command the flags of these settings. */
export function addFlags(command: Command, ...names: readonly Name[]): Command {
  for (const name of names) command.addOption(settingOption(name));
  return command;
}

/** The flag of one setting. @param text of its help; the setting's if absent */
export function settingOption(name: Name, text?: string): Option {
  const { kind, help, flag, variable }: Setting = settings[name];
  const { placeholder } = kinds[kind];
  const option = new Option(flag ?? `--${kebabCase(name)} ${placeholder}`.trimEnd(), text ?? help);
  if (variable !== undefined) option.env(variable);
  if (kind === "lines" || kind === "files" || kind === "variables")
    option.argParser((line, before: readonly string[] = []) => [...before, line]);
  else if (kind !== "yes") option.argParser(readerOf<unknown>(kinds[kind]));
  return option;
}

/** Reads the settings that flags, and the variables that stand in for them, state. */
export function readFlags(command: Command): Settings {
  const stated = (Object.keys(settings) as Name[]).map((name) => [
    name,
    command.getOptionValue(settingOption(name).attributeName()),
  ]);
  return Object.fromEntries(stated) as Settings;
}
