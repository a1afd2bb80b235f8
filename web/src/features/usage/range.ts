/** The usage page's filters, as its address states them. Pure. */
export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

export const MEASURES = ['price', 'tokens'] as const
export type Measure = (typeof MEASURES)[number]

export interface Shown {
	/** A project's id; null: all projects. */
	readonly project: string | null
	readonly days: Range
	/** A person's id; null: everybody. */
	readonly person: string | null
	/** A model's name; null: every model. */
	readonly model: string | null
	/** The chosen measure; null: price, unless no price is known. */
	readonly measure: Measure | null
}

export function shownBy(query: URLSearchParams): Shown {
	return {
		project: query.get('project'),
		person: query.get('person'),
		model: query.get('model'),
		days: RANGES.find((days) => String(days) === query.get('days')) ?? 30,
		measure: MEASURES.find((measure) => measure === query.get('show')) ?? null,
	}
}

/** Default values are left out. */
export function queryFor({ project, days, person, model, measure }: Shown): URLSearchParams {
	const query = new URLSearchParams()
	if (project !== null) query.set('project', project)
	if (days !== 30) query.set('days', String(days))
	if (person !== null) query.set('person', person)
	if (model !== null) query.set('model', model)
	if (measure !== null) query.set('show', measure)
	return query
}

const DAY_MS = 86_400_000

/** Every day from the first to the last, both included. */
export function daysBetween(from: string, to: string): string[] {
	const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
	return Array.from({ length: count }, (_, n) =>
		new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10),
	)
}

/** The end of the scale: the next 1, 2 or 5 with zeros, so that its half reads well. */
export function scaleEnd(highest: number): number {
	if (highest <= 0) return 1
	const unit = 10 ** Math.floor(Math.log10(highest))
	return ([1, 2, 5, 10].find((step) => step * unit >= highest) ?? 10) * unit
}
