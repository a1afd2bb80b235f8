/** How the public ladder calls the models that wrote its warriors. */
import { SERVICES } from '@fairlead/protocol/services'

/** The group of models that no service lists here: names that people gave to their own would tell the public about them. */
const OTHER = 'other'
const TITLES: ReadonlyMap<string, string> = new Map([
	['demo/planner', 'Demo model'],
	...SERVICES.flatMap(({ name, models }) =>
		models.map(({ id, title }) => [`${name}/${id}`, title] as const),
	),
])

/** @param name `provider/model` @returns the name that is stored and shown */
export const ladderModel = (name: string): string => (TITLES.has(name) ? name : OTHER)

export const titleOfModel = (model: string): string => TITLES.get(model) ?? 'Other models'
