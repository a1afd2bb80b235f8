/**
 * Types that scripts may derive from, by namespace. A namespace stands here only with all its
 * types that can be a base; files that use another one are not judged (CS0246 would be a guess).
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const KNOWN_NAMESPACES: ReadonlyMap<string, readonly string[]> = new Map([
	[
		'System',
		words(
			'Attribute Delegate Enum EventArgs Exception ApplicationException ArgumentException ArgumentNullException ArgumentOutOfRangeException InvalidOperationException NotSupportedException NotImplementedException SystemException TimeoutException FormatException OperationCanceledException IAsyncDisposable ICloneable IComparable IConvertible IDisposable IEquatable IFormattable IFormatProvider ICustomFormatter IObservable IObserver IProgress IServiceProvider IAsyncResult Lazy MarshalByRefObject Object Progress Random StringComparer TimeZone Tuple Type Uri UriParser ValueType Version',
		),
	],
	[
		'System.Collections',
		words(
			'ArrayList BitArray CollectionBase DictionaryBase Hashtable ICollection IComparer IDictionary IDictionaryEnumerator IEnumerable IEnumerator IEqualityComparer IList IStructuralComparable IStructuralEquatable Queue ReadOnlyCollectionBase SortedList Stack Comparer',
		),
	],
	[
		'System.Collections.Generic',
		words(
			'Comparer Dictionary EqualityComparer HashSet IAsyncEnumerable IAsyncEnumerator ICollection IComparer IDictionary IEnumerable IEnumerator IEqualityComparer IList IReadOnlyCollection IReadOnlyDictionary IReadOnlyList ISet KeyNotFoundException LinkedList LinkedListNode List Queue SortedDictionary SortedList SortedSet Stack',
		),
	],
	[
		'System.Collections.ObjectModel',
		words('Collection KeyedCollection ObservableCollection ReadOnlyCollection ReadOnlyDictionary'),
	],
	[
		'System.Collections.Concurrent',
		words(
			'BlockingCollection ConcurrentBag ConcurrentDictionary ConcurrentQueue ConcurrentStack IProducerConsumerCollection Partitioner OrderablePartitioner',
		),
	],
	[
		'System.ComponentModel',
		words(
			'INotifyPropertyChanged INotifyPropertyChanging ITypeDescriptorContext TypeConverter Component IContainer IComponent EditorAttribute DescriptionAttribute INotifyDataErrorInfo ISupportInitialize CancelEventArgs PropertyChangedEventArgs',
		),
	],
	['System.Diagnostics', words('TraceListener Process Stopwatch Switch')],
	['System.Globalization', words('CultureInfo Calendar')],
	[
		'System.IO',
		words(
			'BinaryReader BinaryWriter BufferedStream FileStream FileSystemInfo IOException MemoryStream Stream StreamReader StreamWriter StringReader StringWriter TextReader TextWriter',
		),
	],
	[
		'System.Linq',
		words(
			'EnumerableQuery IGrouping ILookup IOrderedEnumerable IOrderedQueryable IQueryable IQueryProvider Lookup',
		),
	],
	[
		'System.Reflection',
		words(
			'Assembly Binder ConstructorInfo EventInfo FieldInfo MemberInfo MethodBase MethodInfo Module ParameterInfo PropertyInfo',
		),
	],
	[
		'System.Runtime.CompilerServices',
		words(
			'INotifyCompletion ICriticalNotifyCompletion IAsyncStateMachine ITuple CustomConstantAttribute',
		),
	],
	[
		'System.Runtime.InteropServices',
		words('SafeHandle SafeBuffer CriticalHandle ICustomMarshaler ExternalException'),
	],
	[
		'System.Runtime.Serialization',
		words(
			'ISerializable IDeserializationCallback ISerializationSurrogate SerializationBinder SerializationException IObjectReference IFormatter',
		),
	],
	['System.Text', words('Decoder Encoder Encoding EncodingProvider')],
	['System.Text.RegularExpressions', words('Regex Group Capture')],
	[
		'System.Threading',
		words('SynchronizationContext WaitHandle EventWaitHandle CancellationTokenSource'),
	],
	['System.Threading.Tasks', words('Task TaskCompletionSource TaskScheduler TaskFactory')],
	['System.Net', words('WebClient WebRequest EndPoint ICredentials')],
	[
		'System.Net.Http',
		words('DelegatingHandler HttpClient HttpClientHandler HttpContent HttpMessageHandler'),
	],
	[
		'UnityEngine',
		words(
			'AndroidJavaObject AndroidJavaProxy AsyncOperation Behaviour BoxCollider Camera Collider Collider2D Component CreateAssetMenuAttribute CustomYieldInstruction DecoratorDrawer GridBrushBase ICanvasRaycastFilter IExposedPropertyTable ILogger ILogHandler ISerializationCallbackReceiver ISubsystem Joint Joint2D MonoBehaviour Motion Object PropertyAttribute Renderer RuntimeAnimatorController ScriptableObject StateMachineBehaviour Texture TextAsset UnityException YieldInstruction Awaitable IAnimationClipSource IntegratedSubsystem Subsystem HeaderAttribute TooltipAttribute RangeAttribute SpaceAttribute Effector2D PhysicsUpdateBehaviour2D Terrain TerrainLayer Light Transform RectTransform WWWForm AudioBehaviour AudioClip AudioResource Mesh Material Shader Sprite Font Flare Gradient Animator Animation AnimatorOverrideController AnchoredJoint2D BillboardAsset ComputeShader Cubemap GridLayout Grid LightProbes Skybox SubsystemDescriptor',
		),
	],
	['UnityEngine.Events', words('BaseInvokableCall UnityEvent UnityEventBase')],
	['UnityEngine.SceneManagement', words('SceneManagerAPI')],
	[
		'UnityEngine.EventSystems',
		words(
			'AbstractEventData AxisEventData BaseEventData BaseInput BaseInputModule BaseRaycaster EventSystem EventTrigger IBeginDragHandler ICancelHandler IDeselectHandler IDragHandler IDropHandler IEndDragHandler IEventSystemHandler IInitializePotentialDragHandler IMoveHandler IPointerClickHandler IPointerDownHandler IPointerEnterHandler IPointerExitHandler IPointerMoveHandler IPointerUpHandler IScrollHandler ISelectHandler ISubmitHandler IUpdateSelectedHandler Physics2DRaycaster PhysicsRaycaster PointerEventData PointerInputModule StandaloneInputModule TouchInputModule UIBehaviour',
		),
	],
	[
		'UnityEngine.UI',
		words(
			'AspectRatioFitter BaseMeshEffect Button CanvasScaler ContentSizeFitter Dropdown Graphic GraphicRaycaster GridLayoutGroup HorizontalLayoutGroup HorizontalOrVerticalLayoutGroup ICanvasElement IClippable IClipper ILayoutController ILayoutElement ILayoutGroup ILayoutIgnorer ILayoutSelfController IMaskable IMaterialModifier IMeshModifier Image InputField LayoutElement LayoutGroup Mask MaskableGraphic Outline PositionAsUV1 RawImage RectMask2D ScrollRect Scrollbar Selectable Shadow Slider Text Toggle ToggleGroup VerticalLayoutGroup',
		),
	],
	[
		'UnityEngine.Pool',
		words('IObjectPool ObjectPool LinkedPool CollectionPool ListPool DictionaryPool HashSetPool'),
	],
	['UnityEngine.Serialization', words('FormerlySerializedAsAttribute')],
	['UnityEngine.Assertions', words('AssertionException')],
	['UnityEngine.Profiling', words('Sampler Recorder CustomSampler')],
	[
		'UnityEngine.Networking',
		words('DownloadHandler DownloadHandlerScript UploadHandler CertificateHandler UnityWebRequest'),
	],
])

/** Full name → exists, for qualified references. */
const FULL_NAMES: ReadonlySet<string> = new Set(
	[...KNOWN_NAMESPACES].flatMap(([namespace, names]) =>
		names.map((name) => `${namespace}.${name}`),
	),
)

export type BaseVerdict = 'known' | 'unknown' | 'undecidable'

/** Whether a base that the project itself does not declare exists, seen from a file's usings. */
export function judgeBase(name: string, usings: readonly string[]): BaseVerdict {
	const written = name.replace(/^global::/, '')
	const variants = [written, `${written}Attribute`]
	if (written.includes('.')) {
		if (variants.some((v) => FULL_NAMES.has(v))) return 'known'
		const namespace = written.slice(0, written.lastIndexOf('.'))
		return KNOWN_NAMESPACES.has(namespace) ? 'unknown' : 'undecidable'
	}
	const open = usings.some((namespace) => !KNOWN_NAMESPACES.has(namespace))
	const found = usings.some((namespace) =>
		variants.some((v) => FULL_NAMES.has(`${namespace}.${v}`)),
	)
	if (found) return 'known'
	return open ? 'undecidable' : 'unknown'
}
