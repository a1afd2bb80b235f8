using UnityEngine.Serialization;

namespace UnityEngine
{
    public enum AudioRolloffMode
    {
        Logarithmic = 0,
        Linear = 1,
        Custom = 2,
    }

    [RequireComponent(typeof(Transform))]
    public partial class AudioSource : Behaviour
    {
        [SerializeField] private AudioClip m_audioClip;
        [SerializeField] private bool m_PlayOnAwake = true;
        [SerializeField] private float m_Volume = 1;
        [SerializeField] private float m_Pitch = 1;
        [SerializeField] private bool Loop;
        [SerializeField] private bool Mute;
        [SerializeField] private int Priority = 128;
        [SerializeField] private float DopplerLevel = 1;
        [SerializeField] private float MinDistance = 1;
        [SerializeField] private float MaxDistance = 500;
        [SerializeField] private float Pan2D;
        [SerializeField, NativeName("rolloffMode")] private AudioRolloffMode m_RolloffMode;
        [SerializeField, NativeName("panLevelCustomCurve")] private AnimationCurve m_PanLevelCustomCurve = new(new Keyframe(0, 0));

        public AudioRolloffMode rolloffMode { get => m_RolloffMode; set => Set(ref m_RolloffMode, value); }

        public float spatialBlend
        {
            get => m_PanLevelCustomCurve.Evaluate(0);
            set => Set(ref m_PanLevelCustomCurve, new AnimationCurve(new Keyframe(0, Mathf.Clamp01(value))));
        }

        public AudioClip clip { get => m_audioClip; set => Set(ref m_audioClip, value); }
        public bool playOnAwake { get => m_PlayOnAwake; set => Set(ref m_PlayOnAwake, value); }
        public float volume { get => m_Volume; set => Set(ref m_Volume, value); }
        public float pitch { get => m_Pitch; set => Set(ref m_Pitch, value); }
        public bool loop { get => Loop; set => Set(ref Loop, value); }
        public bool mute { get => Mute; set => Set(ref Mute, value); }
        public int priority { get => Priority; set => Set(ref Priority, value); }
        public float dopplerLevel { get => DopplerLevel; set => Set(ref DopplerLevel, value); }
        public float minDistance { get => MinDistance; set => Set(ref MinDistance, value); }
        public float maxDistance { get => MaxDistance; set => Set(ref MaxDistance, value); }
        public float panStereo { get => Pan2D; set => Set(ref Pan2D, value); }

        internal override void Constrain()
        {
            base.Constrain();
            m_Volume = Mathf.Clamp(m_Volume, 0f, 1f);
            m_Pitch = Mathf.Clamp(m_Pitch, -3f, 3f);
            Priority = Mathf.Clamp(Priority, 0, 256);
            DopplerLevel = Mathf.Clamp(DopplerLevel, 0f, 5f);
            MinDistance = Mathf.Max(MinDistance, 0f);
            MaxDistance = Mathf.Max(MaxDistance, 0f);
            Pan2D = Mathf.Clamp(Pan2D, -1f, 1f);
        }
    }

    [RequireComponent(typeof(Transform))]
    [DisallowMultipleComponent]
    public partial class AudioListener : Behaviour
    {
    }
}
