/** In place of `model-access.ts`: every model is the script. */
import type { ModelAccess, ModelOutline } from '../../../../worker/src/agent/run/machine-ports.ts'
import { current } from '../current.ts'

export const modelAccess = (): ModelAccess => current().model
export const modelOutline = (): ModelOutline => {
	const { facts, provider } = current().model
	return { windowTokens: facts.windowTokens, summarizes: provider.summarizes !== false }
}
