#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor.Animations
{
    public enum AnimatorConditionMode
    {
        If = 1,
        IfNot = 2,
        Greater = 3,
        Less = 4,
        Equals = 6,
        NotEqual = 7,
    }

    [Serializable]
    public partial struct AnimatorCondition
    {
        [SerializeField] private AnimatorConditionMode m_ConditionMode;
        [SerializeField] private string m_ConditionEvent;
        [SerializeField] private float m_EventTreshold;

        public AnimatorConditionMode mode { get => m_ConditionMode; set => m_ConditionMode = value; }
        public string parameter { get => m_ConditionEvent; set => m_ConditionEvent = value; }
        public float threshold { get => m_EventTreshold; set => m_EventTreshold = value; }
    }

    public partial class AnimatorTransitionBase : Object
    {
        [SerializeField] private List<AnimatorCondition> m_Conditions = new List<AnimatorCondition>();
        [SerializeField] private AnimatorStateMachine? m_DstStateMachine;
        [SerializeField] private AnimatorState? m_DstState;
        [SerializeField] private bool m_IsExit;

        public AnimatorCondition[] conditions { get => m_Conditions.ToArray(); set => m_Conditions = value.ToList(); }
        public AnimatorStateMachine? destinationStateMachine { get => m_DstStateMachine; set => m_DstStateMachine = value; }
        public AnimatorState? destinationState { get => m_DstState; set => m_DstState = value; }
        public bool isExit { get => m_IsExit; set => m_IsExit = value; }

        public void AddCondition(AnimatorConditionMode mode, float threshold, string parameter) =>
            m_Conditions.Add(new AnimatorCondition { mode = mode, threshold = threshold, parameter = parameter });
    }

    public partial class AnimatorStateTransition : AnimatorTransitionBase
    {
        [SerializeField] private float m_TransitionDuration = 0.25f;
        [SerializeField] private float m_ExitTime = 0.9f;
        [SerializeField] private bool m_HasExitTime;

        public float duration { get => m_TransitionDuration; set => m_TransitionDuration = value; }
        public float exitTime { get => m_ExitTime; set => m_ExitTime = value; }
        public bool hasExitTime { get => m_HasExitTime; set => m_HasExitTime = value; }
    }

    public sealed partial class AnimatorState : Object
    {
        [SerializeField] private float m_Speed = 1;
        [SerializeField] private Motion? m_Motion;
        [SerializeField] private List<AnimatorStateTransition> m_Transitions = new List<AnimatorStateTransition>();

        public float speed { get => m_Speed; set => m_Speed = value; }
        public Motion? motion { get => m_Motion; set => m_Motion = value; }
        public AnimatorStateTransition[] transitions { get => m_Transitions.ToArray(); set => m_Transitions = value.ToList(); }

        public AnimatorStateTransition AddTransition(AnimatorState destinationState) =>
            Add(new AnimatorStateTransition { destinationState = destinationState });

        public AnimatorStateTransition AddExitTransition() => Add(new AnimatorStateTransition { isExit = true });

        private AnimatorStateTransition Add(AnimatorStateTransition transition)
        {
            AssetDatabase.AddObjectToAsset(transition, this);
            m_Transitions.Add(transition);
            EditorUtility.SetDirty(this);
            return transition;
        }
    }

    [Serializable]
    public partial struct ChildAnimatorState
    {
        [SerializeField] private AnimatorState m_State;

        public AnimatorState state { get => m_State; set => m_State = value; }
    }

    [Serializable]
    public partial struct ChildAnimatorStateMachine
    {
        [SerializeField] private AnimatorStateMachine m_StateMachine;

        public AnimatorStateMachine stateMachine { get => m_StateMachine; set => m_StateMachine = value; }
    }

    public sealed partial class AnimatorStateMachine : Object
    {
        [SerializeField] private List<ChildAnimatorState> m_ChildStates = new List<ChildAnimatorState>();
        [SerializeField] private List<ChildAnimatorStateMachine> m_ChildStateMachines = new List<ChildAnimatorStateMachine>();
        [SerializeField] private List<AnimatorStateTransition> m_AnyStateTransitions = new List<AnimatorStateTransition>();
        [SerializeField] private AnimatorState? m_DefaultState;

        public ChildAnimatorState[] states { get => m_ChildStates.ToArray(); set => m_ChildStates = value.ToList(); }
        public ChildAnimatorStateMachine[] stateMachines { get =>
            m_ChildStateMachines.ToArray(); set => m_ChildStateMachines = value.ToList(); }
        public AnimatorStateTransition[] anyStateTransitions { get =>
            m_AnyStateTransitions.ToArray(); set => m_AnyStateTransitions = value.ToList(); }
        public AnimatorState? defaultState { get => m_DefaultState; set => m_DefaultState = value; }

        /// <summary>The first one is the default.</summary>
        public AnimatorState AddState(string name)
        {
            var state = Keep(new AnimatorState { name = name });
            m_ChildStates.Add(new ChildAnimatorState { state = state });
            m_DefaultState ??= state;
            return state;
        }

        public AnimatorStateMachine AddStateMachine(string name)
        {
            var machine = Keep(new AnimatorStateMachine { name = name });
            m_ChildStateMachines.Add(new ChildAnimatorStateMachine { stateMachine = machine });
            return machine;
        }

        public AnimatorStateTransition AddAnyStateTransition(AnimatorState destinationState)
        {
            var transition = Keep(new AnimatorStateTransition { destinationState = destinationState });
            m_AnyStateTransitions.Add(transition);
            return transition;
        }

        private T Keep<T>(T part)
            where T : Object
        {
            AssetDatabase.AddObjectToAsset(part, this);
            EditorUtility.SetDirty(this);
            return part;
        }
    }
}
