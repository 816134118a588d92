% Gives the bodies and joints of a robot by name the names and the places that MATLAB's robot of this name has, where
% its maker's description has others now.
function matlabNames(robot, name)
  switch name
    case "kinovaGen3"
      nameGen3(robot);
    case {"abbIrb120", "abbIrb120T"}
      placeTool(robot, "joint6-tool0", eye(4));
    case "abbIrb1600"
      placeTool(robot, "joint_6-tool0", [0 0 1 0; 0 1 0 0; -1 0 0 0; 0 0 0 1]);
    case "fanucLRMate200ib"
      removeBody(robot, "tool0");
      addTool(robot, "link_6-tool0", [0 0 1 0; 0 -1 0 0; 1 0 0 0; 0 0 0 1]);
    case "fanucM16ib"
      placeTool(robot, "joint_6-tool0", eye(4));
    case {"kinovaJacoJ2N6S200", "kinovaJacoJ2N6S300", "kinovaJacoJ2N7S300", "kinovaJacoJ2S6S300", ...
          "kinovaJacoJ2S7S300", "kinovaMicoM1N4S200", "kinovaMicoM1N6S200", "kinovaMicoM1N6S300"}
      fixTips(robot);
    case "frankaEmikaPanda"
      removeBody(robot, "panda_hand_tcp");
  end
end

function nameGen3(robot)
  bodies = {"shoulder_link", "Shoulder_Link"; "half_arm_1_link", "HalfArm1_Link"; "half_arm_2_link", "HalfArm2_Link"
            "forearm_link", "ForeArm_Link"; "spherical_wrist_1_link", "Wrist1_Link"
            "spherical_wrist_2_link", "Wrist2_Link"; "bracelet_link", "Bracelet_Link"};
  for i = 1:rows(bodies)
    condyle("set_joint", robot.h, bodies{i, 1}, "name", sprintf("Actuator%d", i));
    condyle("rename_body", robot.h, bodies{i, :});
  end
  condyle("set_joint", robot.h, "end_effector_link", "name", "Endeffector");
  condyle("rename_body", robot.h, "end_effector_link", "EndEffector_Link");
end

% Puts tool0 onto the last link, without the flange between them that descriptions have since 2018.
function placeTool(robot, joint, T)
  removeBody(robot, "flange");
  addTool(robot, joint, T);
end

function addTool(robot, joint, T)
  tool = rigidBody("tool0");
  tool.Joint = rigidBodyJoint(joint, "fixed");
  setFixedTransform(tool.Joint, T);
  addBody(robot, tool, "link_6");
end

% Makes the tips of fingers stand still, which turn in newer descriptions.
function fixTips(robot)
  names = robot.BodyNames;
  for name = names(! cellfun(@isempty, strfind(names, "_finger_tip_")))
    old = getBody(robot, name{1}).Joint;
    new = rigidBodyJoint(old.Name, "fixed");
    setFixedTransform(new, old.JointToParentTransform);
    replaceJoint(robot, name{1}, new);
  end
end
