/**
 * State that outlives the component which has it: panes are mounted anew when the window gets another layout, or when another
 * pane takes their place. It is kept with what was read from the server, so that it ends when the person signs out.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** @param name of one component at a time */
export function useKept<T>(name: string, first: T): readonly [T, (value: T) => void] {
	const client = useQueryClient()
	const key = ['corewar-kept', name]
	const [value, setValue] = useState<T>(() => {
		const kept = client.getQueryData<T>(key)
		return kept === undefined ? first : kept
	})
	const keep = (next: T) => {
		setValue(next)
		client.setQueryData<T>(key, next)
	}
	return [value, keep]
}
