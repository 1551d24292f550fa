/** What the configuration file is called where it is looked for. */
export const configurationFile = "pedigree.config.yaml";
