#nullable enable
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEngine;

namespace UnityEditor.Animations
{
    [Serializable]
    public partial class AnimatorControllerLayer
    {
        [SerializeField] private string m_Name = "";
        [SerializeField] private AnimatorStateMachine? m_StateMachine;
        [SerializeField] private float m_DefaultWeight;
        [SerializeField] private int m_SyncedLayerIndex = -1;

        public string name { get => m_Name; set => m_Name = value; }

        public AnimatorStateMachine stateMachine { get => m_StateMachine!; set => m_StateMachine = value; }

        public float defaultWeight { get => m_DefaultWeight; set => m_DefaultWeight = value; }

        public int syncedLayerIndex { get => m_SyncedLayerIndex; set => m_SyncedLayerIndex = value; }
    }

    /// <summary>Arrays are copies, as in Unity: what is changed in them counts once it is set again.</summary>
    public sealed partial class AnimatorController : RuntimeAnimatorController
    {
        [SerializeField] private List<AnimatorControllerParameter> m_Parameters = new List<AnimatorControllerParameter>();
        [SerializeField] private List<AnimatorControllerLayer> m_Layers = new List<AnimatorControllerLayer>();

        public AnimatorControllerLayer[] layers { get => m_Layers.ToArray(); set => m_Layers = value.ToList(); }

        public AnimatorControllerParameter[] parameters
        {
            get => m_Parameters.Select(parameter => parameter.Copy()).ToArray();
            set => m_Parameters = value.Select(parameter => parameter.Copy()).ToList();
        }

        internal override AnimatorControllerParameter[] Parameters => parameters;

        public static AnimatorController CreateAnimatorControllerAtPath(string path)
        {
            var controller = new AnimatorController { name = Path.GetFileName(path) };
            AssetDatabase.CreateAsset(controller, path);
            controller.AddLayer("Base Layer");
            return controller;
        }

        public void AddLayer(string name)
        {
            var machine = new AnimatorStateMachine { name = name };
            AssetDatabase.AddObjectToAsset(machine, this);
            m_Layers.Add(new AnimatorControllerLayer { name = name, stateMachine = machine });
            EditorUtility.SetDirty(this);
        }

        public void AddParameter(string name, AnimatorControllerParameterType type)
        {
            m_Parameters.Add(new AnimatorControllerParameter { name = name, type = type });
            EditorUtility.SetDirty(this);
        }

        public AnimatorState AddMotion(Motion motion)
        {
            var state = layers[0].stateMachine.AddState(motion.name);
            state.motion = motion;
            return state;
        }
    }
}
