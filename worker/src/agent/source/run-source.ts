/** The source of a run and of a message: a model that is asked, or a client that hands in its calls: an MCP client, or a person's page. Pure. */
import type { Author } from '@fairlead/protocol/people/author'
import type { ModelSettings } from '../model/registry/facts.ts'

export type RunSource =
	| {
			readonly kind: 'model'
			/** `provider/id`. */
			readonly model: string
			/** How it is to be asked. */
			readonly settings: ModelSettings
	  }
	/**
	 * It asks no model. The calls are parts of the run's messages (`handed-in.ts`); the source does not repeat them, since
	 * a run is read at every transition.
	 */
	| { readonly kind: 'client' }

/** Whether a person makes the run's calls, with buttons and fields of the page. */
export const isByHand = (run: { readonly source: RunSource; readonly author: Author }): boolean =>
	run.source.kind === 'client' && run.author.kind === 'session'

/** The right that an author needs for a run, or a message, of this source. */
export type WritePermission = 'run.start' | 'room.make_calls' | 'room.change_by_hand'

export function permissionFor(of: {
	readonly source: RunSource
	readonly author: Author
}): WritePermission {
	if (of.source.kind === 'model') return 'run.start'
	return isByHand(of) ? 'room.change_by_hand' : 'room.make_calls'
}

export type ModelSource = Extract<RunSource, { kind: 'model' }>

/** In D1's column and in an answer's metadata, which have a model's name for every run. No model has this one. */
const NAME_OF_CLIENTS = 'mcp/calls'

export function recordedName(source: RunSource): string {
	switch (source.kind) {
		case 'model':
			return source.model
		case 'client':
			return NAME_OF_CLIENTS
		default:
			return source satisfies never
	}
}

/** The source of a run that D1 has recorded. Not for a name that somebody sent. */
export const recordedSource = (name: string): RunSource =>
	name === NAME_OF_CLIENTS ? { kind: 'client' } : { kind: 'model', model: name, settings: {} }
