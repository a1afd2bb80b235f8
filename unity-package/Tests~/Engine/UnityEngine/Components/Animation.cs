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

    public enum AnimatorControllerParameterType
    {
        Float = 1,
        Int = 3,
        Bool = 4,
        Trigger = 9,
    }

    [System.Serializable]
    public partial class AnimatorControllerParameter
    {
        [SerializeField] private string m_Name = "";
        [SerializeField] private AnimatorControllerParameterType m_Type;
        [SerializeField] private float m_DefaultFloat;
        [SerializeField] private int m_DefaultInt;
        [SerializeField] private bool m_DefaultBool;

        public string name { get => m_Name; set => m_Name = value; }
        public AnimatorControllerParameterType type { get => m_Type; set => m_Type = value; }
        public float defaultFloat { get => m_DefaultFloat; set => m_DefaultFloat = value; }
        public int defaultInt { get => m_DefaultInt; set => m_DefaultInt = value; }
        public bool defaultBool { get => m_DefaultBool; set => m_DefaultBool = value; }

        internal AnimatorControllerParameter Copy() => (AnimatorControllerParameter)MemberwiseClone();
    }

    public partial class RuntimeAnimatorController : Object
    {
        internal virtual AnimatorControllerParameter[] Parameters => System.Array.Empty<AnimatorControllerParameter>();
    }

    public partial class AnimatorOverrideController : RuntimeAnimatorController
    {
        [SerializeField] private RuntimeAnimatorController m_Controller;

        public RuntimeAnimatorController runtimeAnimatorController { get => m_Controller; set => m_Controller = value; }

        internal override AnimatorControllerParameter[] Parameters => m_Controller ? m_Controller.Parameters : base.Parameters;
    }

    public partial class Avatar : Object
    {
    }

    public partial class Motion : Object
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

        /// <summary>Values while it plays, by name; a trigger stays set: the engine has no transition that would take it.</summary>
        private readonly System.Collections.Generic.Dictionary<string, float> values = new();

        public AnimatorControllerParameter[] parameters =>
            m_Controller ? m_Controller.Parameters : System.Array.Empty<AnimatorControllerParameter>();

        public float GetFloat(string name) => Get(name, p => p.defaultFloat);

        public int GetInteger(string name) => (int)Get(name, p => p.defaultInt);

        public bool GetBool(string name) => Get(name, p => p.defaultBool ? 1 : 0) != 0;

        public void SetFloat(string name, float value) => values[name] = value;

        public void SetInteger(string name, int value) => values[name] = value;

        public void SetBool(string name, bool value) => values[name] = value ? 1 : 0;

        public void SetTrigger(string name) => values[name] = 1;

        public void ResetTrigger(string name) => values[name] = 0;

        private float Get(string name, System.Func<AnimatorControllerParameter, float> otherwise) =>
            values.TryGetValue(name, out var value) ? value
            : System.Array.Find(parameters, p => p.name == name) is { } parameter ? otherwise(parameter) : 0;
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
