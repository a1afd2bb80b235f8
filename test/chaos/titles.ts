/** A conversation is named at most once, by few requests, and what they used is in the usage of one run. */
import type { ModelCall } from '@fairlead/protocol/models/usage'
import { TITLE } from './kit/actors/model.ts'
import { CONVERSATION_ID, type World } from './world.ts'

type Row = Readonly<Record<string, unknown>>

/** One that an eviction cut is made again once. */
const MAX_REQUESTS = 2

export function titles(world: World): string[] {
	const calls = world.d1.rows('SELECT calls FROM usage').flatMap(titleCalls)
	const finished = calls.some(({ outcome }) => outcome === 'finished')
	const [row] = world.d1.rows(`SELECT title FROM conversations WHERE id = '${CONVERSATION_ID}'`)
	const requests = world.modelLog.titles
	return [
		...(calls.length > 1 ? [`Title: ${calls.length} calls are recorded`] : []),
		...(requests > MAX_REQUESTS ? [`Title: asked for ${requests} times`] : []),
		...(calls.length > requests ? ['Title: more calls than requests'] : []),
		...(row && finished !== (row['title'] === TITLE)
			? [`Title: the call has ${finished ? '' : 'not '}finished, and it is "${row['title']}"`]
			: []),
	]
}

/** Tokens of output that a row of `usage` has for a title: the object does not count them in its run. */
export const titleTokens = (row: Row): number =>
	titleCalls(row).reduce((sum, { usage }) => sum + usage.outputTokens, 0)

/** A conversation that was restored no longer knows the calls of its earlier runs. */
const titleCalls = ({ calls }: Row): ModelCall[] =>
	calls === null
		? []
		: (JSON.parse(String(calls)) as ModelCall[]).filter(({ purpose }) => purpose === 'title')
