/** Names and titles alone. In the page they are a constant (`web/service-titles.ts`): it knows nothing else of services. */
import { SERVICES, type ServiceName } from './index.ts'

export const SERVICE_TITLES = Object.fromEntries(
	SERVICES.map(({ name, title }) => [name, title]),
) as Readonly<Record<ServiceName, string>>
