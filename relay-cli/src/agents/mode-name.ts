/** The mode of an agent as people read it. Pure. */
import type { AcpModes } from '@fairlead/protocol/agents/terminals'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { lineOf, textOf } from './transcripts/fields.ts'

const MAX_LINE = 200

/** An agent's words about its modes, as one line without secrets. */
export const modeLine = (value: unknown): string =>
	lineOf(withoutSecrets(textOf(value) ?? ''), MAX_LINE)

/** The name of the mode of now, for people. */
export const modeName = ({ current, list }: AcpModes): string =>
	list.find(({ id }) => id === current)?.name ?? modeLine(current)
