#nullable enable
namespace UnityEngine
{
    public partial class Object
    {
        [SerializeField, HideInInspector] private Object? m_CorrespondingSourceObject;
        [SerializeField, HideInInspector] private Object? m_PrefabInstance;

        /// <summary>The object in a prefab's file that this one is an instance of; null: of none, or it is gone.</summary>
        internal Object? PrefabSource
        {
            get => m_CorrespondingSourceObject is { IsAlive: true } source ? source : null;
            set => m_CorrespondingSourceObject = value;
        }

        /// <summary>The instance that the object is part of; null: none.</summary>
        internal PrefabInstance? PrefabHandle
        {
            get => m_PrefabInstance as PrefabInstance;
            set => m_PrefabInstance = value;
        }

        /// <summary>Makes it a plain object. A copy made by Instantiate is one.</summary>
        internal void ForgetPrefab()
        {
            m_CorrespondingSourceObject = null;
            m_PrefabInstance = null;
        }
    }

    /// <summary>The handle of one instance of a prefab in a scene or in another prefab.</summary>
    internal sealed class PrefabInstance : Object
    {
        [SerializeField] private GameObject? m_RootGameObject;
        [SerializeField] private Object? m_SourcePrefab;
        [SerializeField] private string m_SourceGuid = "";

        internal GameObject? Root
        {
            get => m_RootGameObject is { IsAlive: true } root ? root : null;
            set => m_RootGameObject = value;
        }

        /// <summary>Root object of the prefab's file.</summary>
        internal GameObject? SourceRoot
        {
            get => m_SourcePrefab is GameObject { IsAlive: true } source ? source : null;
            set => m_SourcePrefab = value;
        }

        internal string SourceGuid
        {
            get => m_SourceGuid;
            set => m_SourceGuid = value;
        }
    }
}
