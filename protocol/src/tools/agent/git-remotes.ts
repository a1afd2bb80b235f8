/** The remote of a push, which has to be there before a person is asked. Pure. */
import { type CallError, failed } from '../../wire/calls.ts'
import type { ResolvedCall } from '../registry.ts'

/** The remote without which a call cannot work. Returns null if it names none. */
export const neededRemote = ({
	tool,
	actionName,
	args,
}: Pick<ResolvedCall, 'tool' | 'actionName' | 'args'>): string | null =>
	tool.name === 'git' && actionName === 'push' && typeof args['remote'] === 'string'
		? args['remote']
		: null

/** The error of a push to a remote that the repository does not have. @param names its remotes, as people may read them */
export const missingRemote = (remote: string, names: readonly string[]): CallError =>
	failed('invalid_arguments', `The repository has no remote ${remote}.`, {
		hint:
			names.length === 0
				? 'Ask the user to add one.'
				: `Choose one of: ${names.slice(0, 20).join(', ')}.`,
	}).error
