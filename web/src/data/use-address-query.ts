import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The query of the address, and a function to change it. */
export function useAddressQuery(): readonly [
	URLSearchParams,
	(query: Record<string, string> | URLSearchParams, options?: { replace?: boolean }) => void,
] {
	const { search } = useLocation()
	const navigate = useNavigate()
	const set = useCallback(
		(query: Record<string, string> | URLSearchParams, options?: { replace?: boolean }) => {
			const text = new URLSearchParams(query).toString()
			// A path that is left out would be the drawn page's: it would lead back from a page that still loads.
			const { pathname } = location
			void navigate({ pathname, search: text === '' ? '' : `?${text}` }, options)
		},
		[navigate],
	)
	return [useMemo(() => new URLSearchParams(search), [search]), set]
}
