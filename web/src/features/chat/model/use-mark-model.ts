/** The star of a model: shown at once, and taken back if the server refuses. */
import type { MarkModel } from '@fairlead/protocol/models/models'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiDone } from '../../../data/api/client.ts'
import { modelsQuery } from '../../../data/api/models.ts'
import { toastError } from '../../../data/api/toast-error.ts'

export function useMarkModel() {
	const client = useQueryClient()
	const { queryKey } = modelsQuery
	return useMutation({
		mutationFn: (body: MarkModel) => apiDone('/api/models/favourites', { method: 'POST', body }),
		onMutate: ({ name, favourite }) =>
			client.setQueryData(queryKey, (models) =>
				models?.map(({ favourite: before, ...model }) => {
					const marked = model.name === name ? favourite : before
					return marked ? { ...model, favourite: true as const } : model
				}),
			),
		onError: toastError,
		// Also one that was not listed is listed now.
		onSettled: () => client.invalidateQueries({ queryKey }),
	})
}
