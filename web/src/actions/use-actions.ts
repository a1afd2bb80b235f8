import { useEffect, useSyncExternalStore } from 'react'
import { keysOf } from './keys.ts'
import { type Action, actions, type Moment } from './registry.ts'

/** Offers these actions while the component is on screen. @param list memoized: a new list is registered again */
export function useActions(list: readonly Action[]): void {
	useEffect(() => actions.add(list), [list])
}

/** Says what the run on screen is doing. Once, where the run is shown. */
export function useMoment(moment: Moment | null): void {
	useEffect(() => {
		actions.setMoment(moment)
		return () => actions.setMoment(null)
	}, [moment])
}

/** The action of this id, or undefined if it is not offered now. */
export const useAction = (id: string): Action | undefined =>
	useSyncExternalStore(actions.subscribe, () => actions.get(id))

/** The actions offered now. */
export const useActionList = (): readonly Action[] =>
	useSyncExternalStore(actions.subscribe, actions.offered)

/** Also what can be done only while a run goes on, or asks. */
export const useEveryAction = (): readonly Action[] =>
	useSyncExternalStore(actions.subscribe, actions.all)

/** True if a person types there, or the keys belong to an open overlay. */
const TAKES_KEYS = 'input,textarea,select,[contenteditable],[role="dialog"],[role="menu"]'

function handle(event: KeyboardEvent, first: boolean): void {
	if (event.defaultPrevented || event.isComposing) return
	const keys = keysOf(event)
	const action = actions.byKeys(keys)
	if (!action || (action.first ?? false) !== first) return
	const target = event.target instanceof Element ? event.target : null
	const meant = action.means
		? action.means(target)
		: keys.startsWith('mod+') || target?.closest(TAKES_KEYS) == null
	if (!meant) return
	event.preventDefault()
	if (first) event.stopPropagation()
	if (!event.repeat) action.run()
}

/** Listens for every action's keys. Once, at the top of the page. */
export function useActionKeys(): void {
	useEffect(() => {
		const before = (event: KeyboardEvent) => handle(event, true)
		const after = (event: KeyboardEvent) => handle(event, false)
		addEventListener('keydown', before, true)
		addEventListener('keydown', after)
		return () => {
			removeEventListener('keydown', before, true)
			removeEventListener('keydown', after)
		}
	}, [])
}
