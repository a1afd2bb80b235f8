/** In place of `model-access.ts`: every model is the script. */
import type { ModelAccess } from '../../../worker/src/agent/run/machine-ports.ts'
import { current } from './current.ts'

export const modelAccess = (): ModelAccess => current().model
