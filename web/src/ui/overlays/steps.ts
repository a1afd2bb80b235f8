/** Steps through the browser's history, as the router takes them. The code of dialogs, which comes with the first one, changes that. */

export type How = 'push' | 'replace'

export interface Steps {
	/** Whether the newest step back or forward led to another page than the one that is shown. */
	readonly isOtherPage: boolean
	/**
	 * @param write tells the router's history
	 * @param pathname where it leads
	 */
	navigate(how: How, write: (how: How) => void, pathname: string): void
}

export let steps: Steps = { isOtherPage: true, navigate: (how, write) => write(how) }

export function setSteps(next: Steps): void {
	steps = next
}
