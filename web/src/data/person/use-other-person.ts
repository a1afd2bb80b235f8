import type { Author } from '@fairlead/protocol/people/author'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../api/queries.ts'

/** The name of another person who did something; null for the reader and if unknown. */
export function useOtherPerson(by: Author | undefined): string | null {
	const me = useQuery(meQuery)
	return by === undefined || !me.data || by.userId === me.data.userId ? null : by.name
}
