export {
	createFairlead,
	done,
	type Fairlead,
	type FairleadOptions,
	type MessageOptions,
} from './client.ts'
export type { components, operations, paths } from './openapi.ts'
export { FairleadError, type Problem } from './problem.ts'
export type { StreamChunk } from './stream.ts'
