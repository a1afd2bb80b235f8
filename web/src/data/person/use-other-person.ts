import type { Author } from '@fairlead/protocol/people/author'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { meQuery } from '../api/queries.ts'
import { SharedVisit } from '../shared-visit.ts'

/** Tells the name of another person who did something; null for the reader and if unknown. */
export function useNameOfOther(): (by: Author | undefined) => string | null {
	const visit = use(SharedVisit)
	const me = useQuery({ ...meQuery, enabled: visit === null })
	return (by) => {
		if (by === undefined) return null
		// A visitor is known by the name that the link gave.
		if (visit !== null) return by.name === visit.name ? null : by.name
		return !me.data || by.userId === me.data.userId ? null : by.name
	}
}

export const useOtherPerson = (by: Author | undefined): string | null => useNameOfOther()(by)
