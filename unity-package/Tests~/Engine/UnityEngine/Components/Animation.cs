namespace UnityEngine
{
    public enum AnimatorUpdateMode
    {
        Normal = 0,
        Fixed = 1,
        UnscaledTime = 2,
    }

    public enum AnimatorCullingMode
    {
        AlwaysAnimate = 0,
        CullUpdateTransforms = 1,
        CullCompletely = 2,
    }

    public partial class RuntimeAnimatorController : Object
    {
    }

    public partial class Avatar : Object
    {
    }

    public partial class Motion : Object
    {
    }

    public partial class AnimationClip : Motion
    {
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Animator : Behaviour
    {
        [SerializeField] private Avatar m_Avatar;
        [SerializeField] private RuntimeAnimatorController m_Controller;
        [SerializeField] private AnimatorCullingMode m_CullingMode;
        [SerializeField] private AnimatorUpdateMode m_UpdateMode;
        [SerializeField] private bool m_ApplyRootMotion;

        public Avatar avatar { get => m_Avatar; set => Set(ref m_Avatar, value); }
        public RuntimeAnimatorController runtimeAnimatorController { get => m_Controller; set => Set(ref m_Controller, value); }
        public AnimatorCullingMode cullingMode { get => m_CullingMode; set => Set(ref m_CullingMode, value); }
        public AnimatorUpdateMode updateMode { get => m_UpdateMode; set => Set(ref m_UpdateMode, value); }
        public bool applyRootMotion { get => m_ApplyRootMotion; set => Set(ref m_ApplyRootMotion, value); }
    }

    [DisallowMultipleComponent]
    [RequireComponent(typeof(Transform))]
    public partial class Animation : Behaviour
    {
        [SerializeField] private AnimationClip m_Animation;
        [SerializeField] private bool m_PlayAutomatically = true;
        [SerializeField] private bool m_AnimatePhysics;

        public AnimationClip clip { get => m_Animation; set => Set(ref m_Animation, value); }
        public bool playAutomatically { get => m_PlayAutomatically; set => Set(ref m_PlayAutomatically, value); }
        public bool animatePhysics { get => m_AnimatePhysics; set => Set(ref m_AnimatePhysics, value); }
    }
}
