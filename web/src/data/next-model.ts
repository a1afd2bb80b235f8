/** By composer: the model that a new conversation begins with, chosen before there is one. Missing: the default. */
export const nextModels = new Map<string, string>()
